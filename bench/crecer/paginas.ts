import { randomUUID } from 'node:crypto'
import { openSession } from '../../src/server/acceso/sesion.ts'
import { connect } from '../../src/server/db/db.ts'
import { programa } from '../arranque.ts'
import { cargar, enHilo, type Medida, una } from '../carga.ts'
import { comoDueno, pedido } from '../casa.ts'
import type { Grande } from './casa.ts'

/** What shows all tills or all branches at once. */
const LLAMADAS: readonly [que: string, path: string][] = [
  ['dashboard', '/dashboard'],
  ['accounts, all tills', '/cuentas'],
  ['totals of the accounts', '/cuentas/totales'],
  ['branches', '/sucursales'],
  ['people', '/usuarios'],
  ['positions', '/posiciones'],
  ['trial balance of all', '/libro/balance'],
  ['accounts of the ledger, to choose one', '/libro/cuentas'],
  ['journal, newest first', '/libro/diario?limite=50'],
  ['operations, newest first', '/compras-ventas?limite=50'],
  ['movements’ totals, all', '/cuentas/movimientos/resumen'],
  ['tills to count, to choose one', '/cierres/arqueos/cuentas'],
  ['turns of tills', '/cierres/turnos?limite=50'],
  ['volume, today', '/reportes/volumen'],
  ['numbering of every branch', '/ajustes/numeracion'],
]

/** Who sees his own branch, and what he may ask for. */
const UNA = 'one branch'
const DE_CAJA = new Set([
  'dashboard',
  'accounts, all tills',
  'totals of the accounts',
  'operations, newest first',
])

/** Who posts at once. */
const PERSONAS = 64

export interface Pagina {
  que: string
  quien: string
  primera: number
  mediana: number
  /** Bytes of the answer as JSON, before compression. */
  bytes: number
  estado: string
}

/** Asks the program for each of them: first as who sees the whole house, then as a cashier who sees his own branch. */
export async function medirPaginas(url: string, casa: Grande, segundos: number) {
  const cashier = casa.ventanillas[0]?.usuario_id as number
  await comoDueno(url, (client) =>
    client.query(
      `WITH r AS (INSERT INTO roles (slug, nombre) VALUES ('caja', 'De una caja') RETURNING slug),
       p AS (INSERT INTO roles_permisos (rol_slug, permiso) SELECT r.slug, p FROM r, unnest($2::text[]) p)
       UPDATE usuarios SET rol_slug = r.slug FROM r WHERE id = $1`,
      [cashier, ['dashboard:ver', 'cuentas:ver', 'compras-ventas:ver', 'compras-ventas:crear']],
    ),
  )
  const db = connect({ url, max: 1 })
  const desde = { ip: '127.0.0.1', agente: 'bench' }
  const people = [
    ['the whole house', await openSession(db, casa.adm.usuario_id, desde)],
    [UNA, await openSession(db, cashier, desde)],
  ] as const
  const tokens = await Promise.all(
    casa.ventanillas.slice(1, PERSONAS + 1).map((v) => openSession(db, v.usuario_id, desde)),
  )
  await db.destroy()
  const server = await programa({ DATABASE_URL: url })
  const seen: Pagina[] = []
  let registrar: Medida
  try {
    for (const [quien, token] of people)
      for (const [que, path] of LLAMADAS.filter(([que]) => quien !== UNA || DE_CAJA.has(que)))
        seen.push({
          que,
          quien,
          ...(await medirUna(server.puerto, `/api${path}`, token, segundos)),
        })
    registrar = await medirRegistrar(server.puerto, casa, tokens, segundos)
  } finally {
    await server.parar()
  }
  return { paginas: seen, registrar }
}

async function medirUna(puerto: number, path: string, token: string, segundos: number) {
  const headers = { 'x-token': token }
  const load = (seconds: number) =>
    cargar({ puerto, clientes: 1, segundos: seconds, siguiente: () => enHilo({ path, headers }) })
  const first = await load(0.001)
  const more = await load(first.p50 > 1000 ? 0.001 : segundos)
  const estado = Object.keys({ ...first.estados, ...more.estados }).join(', ')
  const answer = estado === '200' ? await una<unknown>(puerto, { path, headers }) : ''
  const bytes = Buffer.byteLength(JSON.stringify(answer))
  return { primera: first.p50, mediana: more.p50, bytes, estado }
}

/** Posts in dollars, each person at tills of his own: the program gathers what comes at once into sets. */
function medirRegistrar(puerto: number, casa: Grande, tokens: string[], segundos: number) {
  let turn = 0
  return cargar({
    ...{ puerto, clientes: tokens.length, segundos },
    siguiente: (n) => {
      turn += 1
      const ventanilla = casa.ventanillas[n + 1] as Grande['ventanillas'][number]
      const cliente = casa.cliente_ids[(turn * 7919) % casa.cliente_ids.length]
      const tipo = turn % 2 === 0 ? 'compra' : 'venta'
      const headers = { 'x-token': tokens[n] as string, 'idempotency-key': randomUUID() }
      const body = pedido({ ...casa, frios: [], caliente: ventanilla }, ventanilla, tipo, cliente)
      return enHilo({ method: 'POST', path: '/api/compras-ventas', headers, body })
    },
  })
}
