import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { programa } from '../arranque.ts'
import { cargar, enHilo } from '../carga.ts'
import { clientes, comoDueno, type Mostrador, montar, pedido, reglasDeComision } from '../casa.ts'
import { FILAS, SEGUNDOS, say } from '../mundo.ts'
import { padre, procesador, procesadorTodo } from '../procesador.ts'

const TABLAS = `
  SELECT relname AS tabla, n_live_tup AS vivas, n_dead_tup AS muertas, n_tup_upd AS cambios,
         round(100.0 * n_tup_hot_upd / nullif(n_tup_upd, 0)) AS hot, autovacuum_count AS pasadas,
         pg_relation_size(relid) / 1024 AS kb, pg_indexes_size(relid) / 1024 AS kb_indices
  FROM pg_stat_user_tables WHERE n_tup_upd + n_tup_del > 100 ORDER BY n_tup_upd + n_tup_del DESC`
const INDICES = `
  SELECT relname AS tabla, indexrelname AS indice, pg_relation_size(indexrelid) / 1024 AS kb, idx_scan AS usos
  FROM pg_stat_user_indexes WHERE pg_relation_size(indexrelid) > 100 * 1024 ORDER BY idx_scan > 0, 3 DESC`

/** Prints the rows of a query as a table. */
async function tabla(client: pg.Client, query: string): Promise<void> {
  const { rows, fields } = await client.query(query)
  const line = (cells: readonly unknown[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)
  line(fields.map(({ name }) => name))
  line(fields.map(() => '---'))
  for (const row of rows) line(Object.values(row))
}

/**
 * Registers FILAS operations of a house with clients and commissions through the program, sixteen at once, a twentieth
 * of them annulled, and prints what that leaves: dead rows, updates in place, sizes, indexes and who used them.
 */
export async function medirUso(url: string): Promise<void> {
  const casa = await montar(url, 24)
  await reglasDeComision(url)
  await clientes(url, 5_000)
  const { rows } = await comoDueno(url, (c) =>
    c.query("SELECT id, pg_backend_pid() AS pid FROM clientes WHERE num_doc >= '20000000'"),
  )
  const postmaster = padre(rows[0].pid)
  const server = await programa({ DATABASE_URL: url })
  let turn = 0
  try {
    for (let done = 0; done < FILAS; ) {
      const before = [procesador(server.pid), procesadorTodo(postmaster)]
      const seen = await cargar({
        puerto: server.puerto,
        clientes: 16,
        segundos: SEGUNDOS,
        siguiente: (n) => {
          turn += 1
          const headers = {
            'x-token': casa.tokens[n % casa.tokens.length] as string,
            'idempotency-key': randomUUID(),
          }
          const counter = casa.frios[turn % casa.frios.length] as Mostrador
          const tipo = Math.floor(turn / casa.frios.length) % 2 ? 'venta' : 'compra'
          if (turn % 20 === 0) {
            const path = `/api/compras-ventas/${(turn * 9) / 10 - 17}/anular`
            return enHilo({ method: 'PUT', path, headers, body: { motivo: 'Se arrepintió' } })
          }
          const body = pedido(casa, counter, tipo, Number(rows[turn % rows.length].id))
          return enHilo({ method: 'POST', path: '/api/compras-ventas', headers, body })
        },
      })
      done += seen.total
      const each = [procesador(server.pid), procesadorTodo(postmaster)].map(
        (ms, n) => Math.round(((ms - (before[n] ?? 0)) / seen.total) * 100) / 100,
      )
      const answers = Object.entries(seen.estados).map(([status, n]) => `${n} × ${status}`)
      say(
        `  ${done}: ${Math.round(seen.porSegundo)}/s, ${each} ms of Node and PostgreSQL; ${answers}`,
      )
    }
    await comoDueno(url, async (c) => {
      await tabla(c, TABLAS)
      await tabla(c, INDICES)
    })
  } finally {
    await server.parar()
    await casa.db.destroy()
  }
}
