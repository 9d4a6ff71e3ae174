// `npm run bench:crecer -- [operations]` makes a house of 300 branches and 5,000 tills on a PostgreSQL of its own, posts
// so many operations in it, measures how long each row that is shared stays locked, and simulates what waits for those
// rows at a given rate; then asks the program for what shows all tills (docs/crecer.md).
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../src/server/embedded/embedded.ts'
import { SEGUNDOS, say } from '../mundo.ts'
import { entero } from '../tabla.ts'
import { abrirGrande } from './casa.ts'
import { cuantil, promedio, simular } from './colas.ts'
import { CAJAS, filasDe, puede, SUCURSALES } from './filas.ts'
import { type Costos, medir } from './medir.ts'
import { medirPaginas } from './paginas.ts'
import { ponerSonda, quitarSonda } from './sonda.ts'

const OPERACIONES = Number(process.argv[2] ?? 2_000)
/** Operations a second: that of the question first. */
const TASA = 200
const TASAS = [50, 100, 200, 400, 800] as const
/** Seconds that are simulated. */
const LAPSO = 600

const line = (...cells: readonly unknown[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)
function titulos(...cells: readonly string[]): void {
  process.stdout.write('\n')
  line(...cells)
  line(...cells.map(() => '---'))
}
/** Thousands with commas; below a hundred with one decimal, below ten with two. */
const corto = (n: number) =>
  n >= 100 ? entero(n) : String(n >= 10 ? Math.round(n * 10) / 10 : Math.round(n * 100) / 100)

function costos(c: Costos): void {
  titulos('measured', 'seen')
  const of = (values: readonly number[]) => {
    const sorted = values.toSorted((a, b) => a - b)
    return `${corto(promedio(sorted))} ms, p99 ${corto(cuantil(sorted, 0.99))}`
  }
  line('position and tills held, an operation alone', of(c.solas.map((t) => t.posicion)))
  line('series of the branch held, the same', of(c.solas.map((t) => t.serie)))
  for (const { n, entera, posicion, serie } of c.conjuntos)
    line(
      `a set of ${n}: all of it; position; series`,
      `${[entera, posicion, serie].map(corto).join('; ')} ms`,
    )
  line('log of PostgreSQL, posting', `${entero(c.wal)} bytes an operation`)
  line('log of PostgreSQL, sealing it', `${entero(c.sellar.wal)} bytes an operation`)
  line('rows written, posting; sealing', `${corto(c.filas)}; ${corto(c.sellar.filas)} an operation`)
  line(
    'PostgreSQL’s processor, alone; in sets of 32',
    `${corto(c.procesador)} ms; ${corto(c.procesador32)} ms`,
  )
  line(
    'the sealer',
    `${corto(c.sellar.ms)} ms an operation, ${corto(c.sellar.procesador)} of processor`,
  )
  const { conexiones, porSegundo, tomados } = c.aLaVez
  line(`${conexiones} connections, an operation each`, `${entero(porSegundo)} a second`)
  line('… position held', of(tomados.map((t) => t.posicion)))
  line('… waited for it', of(tomados.map((t) => t.espera)))
}

function esperas(c: Costos): void {
  const rows = filasDe(c, cpus().length)
  const at = (fila: (typeof rows)[number], tasa: number) =>
    tasa >= puede(fila) ? null : simular({ ...fila, tasa, llegadas: tasa * LAPSO, semilla: 1 })
  titulos(
    'row',
    'rows',
    'held, ms',
    'takes at most',
    `in use at ${TASA}/s`,
    'waits p50',
    'waits p99',
  )
  for (const fila of rows.toSorted((a, b) => puede(a) - puede(b))) {
    const seen = at(fila, TASA)
    const figures = seen
      ? [`${corto(seen.uso * 100)} %`, `${corto(seen.p50)} ms`, `${corto(seen.p99)} ms`]
      : ['100 %', 'without end', 'without end']
    line(fila.que, entero(fila.filas), fila.tomada, `${entero(puede(fila))}/s`, ...figures)
  }
  titulos('p99 of the wait, ms', ...TASAS.map((tasa) => `${tasa}/s`))
  for (const fila of rows.toSorted((a, b) => puede(a) - puede(b)))
    line(
      fila.que,
      ...TASAS.map((tasa) => at(fila, tasa)).map((seen) => (seen ? corto(seen.p99) : '–')),
    )
}

const carpeta = mkdtempSync(join(tmpdir(), 'cambista-crecer-'))
const postgres = await startPostgres({ carpeta })
try {
  const { url } = postgres
  const began = performance.now()
  say(`Opening a house of ${SUCURSALES} branches and ${CAJAS} tills…`)
  const casa = await abrirGrande(url)
  say(`  ${entero((performance.now() - began) / 1000)} s`)
  await ponerSonda(url)
  say(`Posting ${OPERACIONES} operations, and more in sets…`)
  const seen = await medir(url, casa, OPERACIONES)
  await quitarSonda(url)
  costos(seen)
  esperas(seen)
  say('Asking the program…')
  const { paginas, registrar } = await medirPaginas(url, casa, SEGUNDOS)
  titulos('page', 'who', 'first', 'median', 'JSON', 'status')
  for (const p of paginas)
    line(
      p.que,
      p.quien,
      `${corto(p.primera)} ms`,
      `${corto(p.mediana)} ms`,
      `${corto(p.bytes / 1000)} kB`,
      p.estado,
    )
  titulos('posting through the program, 64 persons at once', 'seen')
  line('operations', `${entero(registrar.porSegundo)} a second`)
  line('answer', `p50 ${corto(registrar.p50)} ms, p99 ${corto(registrar.p99)} ms`)
  line(
    'status',
    Object.entries(registrar.estados).map(([status, n]) => `${n} × ${status}`),
  )
} finally {
  await postgres.stop()
  rmSync(carpeta, { recursive: true, force: true })
}
const cores = cpus()
say(
  `\n${cores.length} × ${cores[0]?.model}, ${entero(totalmem() / 1e9)} GB, Node ${process.version}, load of fifteen minutes ${corto(loadavg()[2] as number)}`,
)
