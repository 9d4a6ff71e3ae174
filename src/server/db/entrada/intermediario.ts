import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { unaConexion } from './conexion.ts'

/** What PgBouncer says of whom it or PostgreSQL does not let in, and of much else. */
export const DE_UN_INTERMEDIARIO = '08P01'

/** Connections that ask at once, and how often: a pooler that is used by others gives them other ones. */
const OTRAS = 2
const VECES = 3

const MODO =
  'Entre el programa y PostgreSQL hay un intermediario en modo «transaction» (PgBouncer), y las conexiones pierden sus candados y sus ajustes: ' +
  'ponga «pool_mode = session» para esta base y recárguelo (RELOAD), o indique en DATABASE_URL el puerto de PostgreSQL.'

/** Runs one query on a session that somebody opened. */
export type Pregunta = (text: string, values: string[]) => Promise<pg.QueryResult>

const LEER = "SELECT current_setting('cambista.sesion', true) AS marca, pg_sleep(0.05)"

/**
 * A pooler that gives a connection of PostgreSQL to another client after each transaction is refused by its name: locks
 * of a session, news, and the role that serves would be another one's. `mia` asks on one session, `otras` each on one
 * of its own, as often as it is called.
 * @throws Error in Spanish where two of them are one session of PostgreSQL, or one is several.
 */
export async function exigirSesiones(mia: Pregunta, otras: readonly Pregunta[]): Promise<void> {
  const read = async (ask: Pregunta) => (await ask(LEER, [])).rows[0]?.marca as string | null
  for (let i = 0; i < VECES; i++) {
    const marca = randomUUID()
    await mia("SELECT set_config('cambista.sesion', $1, false)", [marca])
    const theirs = await Promise.all(otras.map(read))
    if (theirs.includes(marca) || (await read(mia)) !== marca) throw new Error(MODO)
  }
}

/** `exigirSesiones` of a connection and of others that are opened for it. @throws as that. */
export async function exigirSinTransacciones(client: pg.Client, url: string): Promise<void> {
  const pregunta = (de: pg.Client) => (text: string, values: string[]) => de.query(text, values)
  const con = (others: pg.Client[]): Promise<void> =>
    others.length < OTRAS
      ? unaConexion(url, (other) => con([...others, other]), {})
      : exigirSesiones(pregunta(client), others.map(pregunta))
  await con([])
}
