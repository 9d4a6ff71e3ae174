// The reference: a bare Node server on the same PostgreSQL that only runs the product's queries. It has no sessions,
// permissions or schemas, so it shows the best that the machine can do.
import { createServer } from 'node:http'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { hallar } from '../src/areas/clientes/hallar.ts'
import { detail, list } from '../src/areas/compras-ventas/queries.ts'
import type { Quien } from '../src/server/acceso/sesion.ts'
import type { DB } from '../src/server/db/schema.ts'
import { leerFilas } from '../src/server/http/respuesta/escrita.ts'

const text = { getTypeParser: () => (value: string) => value }
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  types: text as never,
  options: '-c role=cambista_app -c enable_seqscan=off -c jit=off',
})

/** Returns the SQL that a query function would send. */
async function sqlOf(work: (db: Kysely<DB>) => Promise<unknown>): Promise<CompiledQuery> {
  let seen: CompiledQuery | undefined
  const log = ({ query }: { query: CompiledQuery }) => {
    seen = query
  }
  await work(new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log }))
  if (!seen) throw new Error('no query was sent')
  return seen
}

/** A user who may see everything. */
const quien = {
  ...{ usuario_id: 1, permisos: ['ganancia:ver', 'cuentas:ajenas'], sucursales: [] },
} as unknown as Quien
const lista = await sqlOf(async (db) => leerFilas(db, (await list(db, {}, 50, null, quien)).filas))
const uno = await sqlOf((db) => detail(db, 1, quien))
const clientes = await sqlOf((db) => hallar(db, 'garcía rosa'))

const server = createServer(async (request, answer) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const { rows } =
    url.pathname === '/uno'
      ? await pool.query({
          name: 'uno',
          text: uno.sql,
          values: [...uno.parameters.slice(0, -1), url.searchParams.get('id')],
        })
      : url.pathname === '/hallar'
        ? await pool.query({ text: clientes.sql, values: [...clientes.parameters] })
        : await pool.query({ name: 'lista', text: lista.sql, values: [...lista.parameters] })
  const body = JSON.stringify(rows)
  answer.setHeader('content-type', 'application/json')
  answer.setHeader('content-length', Buffer.byteLength(body))
  answer.end(body)
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listo\n'))
