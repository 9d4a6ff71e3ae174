import { type ChildProcess, spawn } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Entorno } from '../aportes.ts'
import { repeat, type Watch } from '../proceso/jobs.ts'
import { pideDesde } from './registro/estado.ts'

const MINUTE_MS = 60_000
/** How the command ends while another one is at it. */
export const EN_CURSO = 3
const COMANDO = fileURLToPath(new URL('../../../scripts/respaldo/respaldar.ts', import.meta.url))
/** It lives beside the program within its memory (R-477): by Node's own measure it takes 30 MB more. */
export const FLAGS = ['--max-semi-space-size=2', '--max-old-space-size=256']

/** After a failure none is tried for so long, also where it could not be written down (`respaldo_puede`). */
const HOUR_MS = 3_600_000

/**
 * Makes the daily backup when it is due (`respaldo_toca`), or one at once where the archived log follows none: by the same
 * command as anybody, in a process of its own with a low priority, since it compresses and encrypts for a while. The
 * command writes what came of it. It is looked whether one is due every `ms` milliseconds. Answers a function that stops
 * it; a backup that is being made is ended then, and the next one sweeps what it left.
 */
export function startDiario(
  { db, env, afuera }: Pick<Entorno, 'db' | 'env' | 'afuera'>,
  watch: Watch,
  ms = MINUTE_MS,
): () => Promise<void> {
  const { respaldo } = afuera
  if (!respaldo?.destino || respaldo.ajeno) return async () => {}
  let child: ChildProcess | undefined
  let stopped = false
  let failed = Number.NEGATIVE_INFINITY
  const turn = async () => {
    // A disk without room takes no note either, and who is killed writes none: it would begin anew each minute.
    if (performance.now() - failed < HOUR_MS) return
    const desde = pideDesde(respaldo)
    const { rows } = await sql<{ toca: boolean }>`
      SELECT respaldo_toca() OR respaldo_pedido(${desde}::timestamptz) AS toca`.execute(db)
    if (!rows[0]?.toca || stopped) return
    const cache = getCompileCacheDir()
    child = spawn(process.execPath, [...FLAGS, COMANDO], {
      env: { ...env, ...(cache && { NODE_COMPILE_CACHE: cache }) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const { code, said } = await fin(child).catch((error) => ({ code: String(error), said: '' }))
    if (code === 0 || code === EN_CURSO || stopped) return
    failed = performance.now()
    throw new Error(`Respaldo: ${said.trim() || `el comando terminó por ${code}`}`)
  }
  const end = repeat(ms, turn, watch)
  return () => {
    stopped = true
    child?.kill()
    return end()
  }
}

/** How a command ends, by its code or a signal, and what it said of errors. */
function fin(child: ChildProcess): Promise<{ code: number | string; said: string }> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (text) => {
      said += text
    })
    child.once('error', reject)
    child.once('spawn', () => {
      if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    })
    child.once('close', (code, signal) => resolve({ code: code ?? signal ?? '', said }))
  })
}
