import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSession } from '../../src/server/acceso/sesion.ts'
import { connect } from '../../src/server/db/db.ts'
import { programa } from '../arranque.ts'
import { cargar, enHilo } from '../carga.ts'
import { comoDueno } from '../casa.ts'
import { SEGUNDOS, say } from '../mundo.ts'
import { padre, procesador, procesadorTodo } from '../procesador.ts'
import { llamadas } from './llamadas.ts'

interface Gasto {
  node: number
  postgres: number
}

const gasto = (pid: number, postmaster: number): Gasto => ({
  node: procesador(pid),
  postgres: procesadorTodo(postmaster),
})

/** A figure with one decimal. */
const corto = (n: number) => Math.round(n * 10) / 10

/** The last operation, and what asks for the same once more. */
const ULTIMA = `
  SELECT o.id, o.cliente_id, jsonb_build_object('tipo', o.tipo, 'cliente_id', o.cliente_id, 'divisa_id', o.divisa_id,
    'monto', round(o.monto, 2)::text, 'historico_id', o.historico_id, 'tasa', round(o.tasa, 3)::text,
    'recibimos', p.recibimos, 'entregamos', p.entregamos, 'confirmo_duplicado', true) AS cuerpo
  FROM (SELECT * FROM compras_ventas ORDER BY id DESC LIMIT 1) o
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(linea) FILTER (WHERE lado = 'recibimos') AS recibimos, jsonb_agg(linea) FILTER (WHERE lado = 'entregamos') AS entregamos
    FROM (SELECT lado, jsonb_build_object('tipo_pago_id', tipo_pago_id, 'cuenta_id', cuenta_id, 'monto', round(monto, 2)::text) AS linea
          FROM compras_ventas_pagos WHERE compra_venta_id = o.id) g) p`

/** Waits until the jobs of the server have kept all days that are over. */
async function guardados(url: string): Promise<void> {
  const waiting = `
    SELECT (SELECT count(*) FROM dias_sueltos(NULL, d.ayer)) AS libro,
           (SELECT count(*) FROM reportes_faltan('-infinity', d.ayer)) AS reportes, (SELECT count(*) FROM dias_sin_resumir(d.ayer - 99)) AS tablero,
           (SELECT count(*) FROM dias_buenos(NULL, NULL) b
            WHERE NOT EXISTS (SELECT FROM compras_ventas_dias k WHERE k.fecha = b.fecha)) AS mostrador
    FROM (SELECT fecha_negocio(ahora() - interval '15 minutes') - 1 AS ayer) d`
  await comoDueno(url, async (c) => {
    for (;;) {
      const days: Record<string, string> = (await c.query(waiting)).rows[0]
      if (Object.values(days).every((n) => n === '0')) return
      say(`  days to keep: ${Object.entries(days).map(([name, n]) => `${name} ${n}`)}`)
      await sleep(10_000)
    }
  })
}

/** Measures every call of `llamadas` alone on the house at `url`, then the dashboard with ten clients, and prints a table. */
export async function medir(url: string): Promise<void> {
  const db = connect({ url, max: 1 })
  const [who, cuenta, postmaster, operacion] = await comoDueno(url, async (c) => {
    const one = async (text: string) => Number((await c.query(text)).rows[0]?.n)
    return [
      await one("SELECT min(id) AS n FROM usuarios WHERE rol_slug = 'adm' AND estatus"),
      await one(
        'SELECT cuenta_id AS n FROM apuntes p JOIN cuentas c ON c.id = cuenta_id ORDER BY p.id DESC LIMIT 1',
      ),
      padre(await one('SELECT pg_backend_pid() AS n')),
      (await c.query(ULTIMA)).rows[0],
    ] as const
  })
  const token = await openSession(db, who, { ip: '127.0.0.1', agente: 'bench' })
  await db.destroy()
  const server = await programa({ DATABASE_URL: url })
  try {
    await guardados(url)
    const headers = { 'x-token': token }
    const solo = new RegExp(process.env.BENCH_SOLO ?? '')
    for (const [que, path, body] of llamadas(cuenta, operacion).filter(([que]) => solo.test(que))) {
      const load = (segundos: number, clientes: number) =>
        cargar({
          puerto: server.puerto,
          clientes,
          segundos,
          siguiente: () =>
            enHilo({
              path: `/api${path}`,
              ...(body
                ? { method: 'POST', body, headers: { ...headers, 'idempotency-key': randomUUID() } }
                : { headers }),
            }),
        })
      const first = await load(0.001, 1)
      const before = gasto(server.pid, postmaster)
      const clients = path === '/dashboard' ? 10 : 1
      const seen = await load(first.p50 > 1000 ? 0.001 : SEGUNDOS, clients)
      const after = gasto(server.pid, postmaster)
      const each = (what: keyof Gasto) => corto((after[what] - before[what]) / seen.total)
      const wrong = Object.keys(seen.estados).filter((status) => !status.startsWith('20'))
      const cells = [que, corto(first.p50), corto(seen.p50), each('node'), each('postgres')]
      process.stdout.write(`| ${cells.join(' | ')} | ${corto(seen.porSegundo)} | ${wrong} |\n`)
    }
  } finally {
    await server.parar()
  }
  say(
    'call, first ms, median ms, processor ms of Node and of PostgreSQL, how many a second, refusals',
  )
}
