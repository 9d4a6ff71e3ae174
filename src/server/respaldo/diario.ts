import { spawn } from 'node:child_process'
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

/**
 * Makes the daily backup when it is due (`respaldo_toca`), or one at once where the archived log follows none: by the same command as anybody, in a process of its own with
 * a low priority, since it compresses and encrypts for a while. The command writes what came of it. Answers a function
 * that stops it; a backup that is being made is ended then, and the next one sweeps what it left.
 */
export function startDiario({ db, env, afuera }: Entorno, watch: Watch): () => Promise<void> {
  const { respaldo } = afuera
  if (!respaldo?.destino || respaldo.ajeno) return async () => {}
  let stop = () => {}
  const turn = async () => {
    const desde = pideDesde(respaldo)
    const { rows } = await sql<{ toca: boolean }>`
      SELECT respaldo_toca() OR respaldo_pedido(${desde}::timestamptz) AS toca`.execute(db)
    if (!rows[0]?.toca) return
    await new Promise<void>((resolve, reject) => {
      const child = spawn(process.execPath, [COMANDO], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      stop = () => child.kill()
      let said = ''
      child.stderr.on('data', (text) => {
        said += text
      })
      child.once('error', reject)
      child.once('spawn', () => {
        if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
      })
      child.once('close', (code, signal) =>
        code === 0 || code === EN_CURSO || signal
          ? resolve()
          : reject(new Error(`Respaldo: ${said.trim()}`)),
      )
    })
  }
  const end = repeat(MINUTE_MS, turn, watch)
  return () => {
    stop()
    return end()
  }
}
