import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { isLost } from '../proceso/breaker.ts'
import { type Db, transaction } from './db.ts'

/** Anybody may ask, and each trial costs a flush of the disk: one that went through is believed for so long. */
const VALE_MS = 1_000

/** Rows of the trial: half a megabyte, eight times what PostgreSQL keeps in memory for it. */
const FILAS = 20_000

/**
 * Whether the database would keep a write now, found out by one that leaves nothing behind: a file beside the data
 * that has to grow, which a full disk refuses, and a message in the log, which takes a transaction number and is
 * flushed by the commit. No table is touched, so none grows. Callers at once share one trial.
 */
export function pruebaDeEscritura(db: Db): () => Promise<void> {
  let hecha = Number.NEGATIVE_INFINITY
  let enCurso: Promise<void> | undefined
  const probar = async () => {
    const begin = performance.now()
    await escribir(db)
    hecha = begin
  }
  return () => {
    if (performance.now() - hecha < VALE_MS) return Promise.resolve()
    enCurso ??= probar().finally(() => {
      enCurso = undefined
    })
    return enCurso
  }
}

async function escribir(db: Db): Promise<void> {
  const abierta = await transaction(db, async (tx) => {
    await sql`SET LOCAL work_mem = '64kB'`.execute(tx)
    await sql`SET LOCAL temp_tablespaces = ''`.execute(tx)
    // The message alone does not mind a transaction that may only read.
    const { rows } = await sql<{ abierta: boolean }>`
      SELECT current_setting('transaction_read_only') = 'off' AS abierta, count(*),
             pg_logical_emit_message(true, 'cambista-listo', '')
      FROM generate_series(1, ${FILAS}::int)`.execute(tx)
    return rows[0]?.abierta === true
  }).catch((error) => {
    throw isLost(error) || error instanceof DomainError ? error : noEscribe(motivoDe(error))
  })
  if (!abierta) throw noEscribe('la base de datos es de solo lectura')
}

/** What is told to whoever asks: enough to act on, nothing of the machine. */
function motivoDe(error: unknown): string {
  const { code } = error as { code?: string }
  if (code === '53100') return 'el disco de la base de datos está lleno'
  if (code === '25006') return 'la base de datos es de solo lectura'
  return 'la base de datos no guarda lo que se escribe'
}

/** The refusal of a server that can be read and not written. */
export function noEscribe(motivo: string, solo_lectura: string | null = null): DomainError {
  return new DomainError('NO_ESCRIBE', { motivo, solo_lectura })
}
