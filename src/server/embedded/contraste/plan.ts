import type pg from 'pg'

/** An index that is no B-tree. */
export interface Indice {
  oid: number
  /** As a statement names it, and as a plan does. */
  nombre: string
  corto: string
  tabla: string
  /** The kind: `gin`, `gist`, `brin`… */
  tipo: string
  exclusion: boolean
  /** What is indexed, in order, as SQL; and of which rows: null of all. */
  claves: string[]
  donde: string | null
}

/** An index of a kind that nobody here knows to read: nothing is known of it, neither good nor bad. */
export class NoSeSabe extends Error {}

/** SQLSTATE classes of what befalls the server, not the index: no connection, no resources, somebody ended it. */
const DEL_SERVIDOR = /^(08|53|57)/
/** Those of a question that this kind of index or of value does not take. */
const SIN_PREGUNTA = /^(0A|42)/

/** What an error says of the index that was read, in its own words. @throws what says nothing of it. */
export function fallaDe(error: unknown): string {
  const { code, message } = error as { code?: string; message: string }
  if (error instanceof NoSeSabe) throw error
  if (code === undefined || DEL_SERVIDOR.test(code)) throw error
  if (SIN_PREGUNTA.test(code)) throw new NoSeSabe(message, { cause: error })
  return message
}

/** From here on the transaction reads tables without any index. */
export async function sinIndices(client: pg.Client): Promise<void> {
  await client.query(`
    SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off; SET LOCAL enable_bitmapscan = off;
    SET LOCAL jit = off`)
}

/** From here on it reads the table of `indice` by that one, wherever it can, and by no other. */
export async function soloPor(client: pg.Client, { oid, tabla }: Indice): Promise<void> {
  await client.query(
    'UPDATE pg_index SET indisvalid = (indexrelid = $1) WHERE indrelid = $2::regclass',
    [oid, tabla],
  )
  await client.query(`
    SET LOCAL enable_indexscan = on; SET LOCAL enable_indexonlyscan = on; SET LOCAL enable_bitmapscan = on;
    SET LOCAL enable_seqscan = off; SET LOCAL enable_tidscan = off; SET LOCAL max_parallel_workers_per_gather = 0`)
}

/** The rows of a query that reads the table by the index. @throws NoSeSabe when it does not: it would prove nothing. */
export async function leerPor<T extends pg.QueryResultRow>(
  client: pg.Client,
  { corto, nombre, tabla }: Indice,
  text: string,
): Promise<T[]> {
  const plan = await client.query(`EXPLAIN (FORMAT JSON) ${text}`)
  if (!JSON.stringify(plan.rows).includes(`"Index Name":${JSON.stringify(corto)}`)) {
    throw new NoSeSabe(`no se sabe leer la tabla ${tabla} por el índice ${nombre}`)
  }
  return (await client.query<T>(text)).rows
}
