import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { isLost, motivoDelDisco } from '../proceso/breaker.ts'
import { type Db, transaction } from './db.ts'

/** The check is public and each trial flushes the disk, so a successful result is cached this long. */
const VALE_MS = 1_000

/** Rows of the trial: half a megabyte, eight times what PostgreSQL keeps in memory for it. */
const FILAS = 20_000

/**
 * Checks whether the database accepts writes, by a trial that leaves nothing behind: a temporary file that has to grow,
 * which a full disk refuses, and a message in the WAL that is flushed. No table is touched, so none grows; and it takes
 * no transaction number, by which the continuous log knows that somebody was answered. Concurrent callers share
 * one trial.
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

/** Flushed at once, outside of the transaction, which therefore gets no number. PostgreSQL 17 and later. */
const FUERA = sql`pg_logical_emit_message(false, 'cambista-listo', '', true)`
/** Flushed by the commit, which waits for a synchronous standby too: only a transaction with a number does. */
const DENTRO = sql`pg_logical_emit_message(true, 'cambista-listo', '')`

async function escribir(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    // The message alone would succeed in a read-only transaction. This is refused there, which replaces the connections.
    await sql`SELECT FROM usuarios WHERE false FOR UPDATE`.execute(tx)
    const { rows } = await sql<{ sola: boolean }>`
      SELECT current_setting('server_version_num')::int >= 170000
             AND current_setting('synchronous_standby_names') = '' AS sola,
             set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true)`.execute(
      tx,
    )
    await sql`SELECT count(*), ${rows[0]?.sola ? FUERA : DENTRO} FROM generate_series(1, ${FILAS}::int)`.execute(
      tx,
    )
  }).catch((error) => {
    throw isLost(error) || error instanceof DomainError ? error : noEscribe(motivoDe(error))
  })
}

/** The reason as the public answer gives it: enough to act on, without details of the machine. */
function motivoDe(error: unknown): string {
  const { code } = error as { code?: string }
  if (code === '25006') return 'la base de datos es de solo lectura'
  return motivoDelDisco(error) ?? 'la base de datos no guarda lo que se escribe'
}

/** The refusal of a server that accepts reads but no writes. */
export function noEscribe(motivo: string, solo_lectura: string | null = null): DomainError {
  return new DomainError('NO_ESCRIBE', { motivo, solo_lectura })
}
