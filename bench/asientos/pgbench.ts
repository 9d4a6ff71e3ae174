import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** pgbench from PATH or where Debian puts it; null when the machine has none. */
export function hallarPgbench(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.map((folder) => join(folder, 'pgbench')).find(existsSync) ?? null
}

/** Warm-up seconds, not measured: new connections plan each statement once, and the server's have already done so. */
const CALENTAR = 2

/** Postings per second of pgbench, which calls the same function in prepared statements, as the server's role. */
export async function pgbench(o: {
  programa: string
  url: string
  grupo: string
  pedidos: number
  clientes: number
  segundos: number
  /** Script of the transaction; by default a posting. */
  guion?: string
}): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cambista-bench-'))
  const script = join(folder, 'registrar.sql')
  writeFileSync(
    script,
    o.guion ??
      `\\set n random(1, ${o.pedidos})
SELECT compras_ventas_registrar(q.quien, gen_random_uuid(), '\\x00'::bytea, q.p)
  FROM bench_pedidos q WHERE q.grupo = '${o.grupo}' AND q.n = :n;\n`,
  )
  const url = new URL(o.url)
  const env = {
    ...process.env,
    PGHOST: url.searchParams.get('host') ?? url.hostname,
    PGPORT: url.searchParams.get('port') ?? url.port,
    PGUSER: url.username,
    PGPASSWORD: url.password,
    PGDATABASE: url.pathname.slice(1),
    // The settings of the server's own connections.
    PGOPTIONS: '-c role=cambista_app -c enable_seqscan=off -c jit=off',
  }
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(o.clientes),
    '-j',
    String(Math.min(2, o.clientes)),
  ]
  try {
    const time = String(o.segundos + CALENTAR)
    const { stderr } = await run(o.programa, [...args, '-P', '1', '-T', time, '-f', script], {
      env,
    })
    const seconds = [...stderr.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)].map((m) =>
      Number(m[1]),
    )
    const counted = seconds.slice(CALENTAR)
    return counted.reduce((sum, tps) => sum + tps, 0) / counted.length
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
