import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verificar } from '../../src/main.libros.ts'
import type { Db } from '../../src/server/db/db.ts'
import { publicar, USD } from '../support/areas/casa.ts'
import { createDatabase } from '../support/servidor/database.ts'
import { ENSAYO } from '../support/vitest/ensayo.ts'
import { type Azar, azarDe, SEMILLA } from './azar.ts'
import { abrirCasa, type Local } from './casa.ts'
import { Conexion, type Respuesta } from './cliente.ts'
import { operacion } from './historia.ts'
import { arrancar } from './servidor.ts'

const MS = Number(process.env.CAMBISTA_MEZCLA_MS ?? 7_000)
const CLIENTES = 32

interface Puesto {
  azar: Azar
  casa: Local
  /** Ids of the operations made so far by any client: the ones to annul, verify and read. */
  hechas: number[]
  pedir(method: string, path: string, body?: unknown): Promise<Respuesta | null>
}

type Caso = (p: Puesto) => Promise<Respuesta | null>

const crear = ({ pedir }: Puesto, body: Record<string, unknown>) =>
  pedir('POST', '/api/compras-ventas', { ...body, mantener_tasa: true })

const CASOS: Record<string, Caso> = {
  registrar: (p) => crear(p, operacion(p.azar, p.casa)),
  canjear: (p) => {
    const { efectivo } = p.casa.pagos
    const pago = (cuenta_id: number, monto: string) => [
      { tipo_pago_id: efectivo, cuenta_id, monto },
    ]
    return crear(p, {
      tipo: 'canje',
      divisa_id: USD,
      monto: '10.00',
      historico_id: p.casa.tasas.canjeUsdEur,
      tasa: '0.8460',
      recibimos: pago(p.azar.de(p.casa.cajas).usd, '10.00'),
      entregamos: pago(p.casa.cuentas.cajaEur, '8.46'),
      confirmo_duplicado: true,
    })
  },
  esperar: (p) => {
    const { pagos, cuentas, tasas, cajas } = p.casa
    return crear(p, {
      tipo: 'venta',
      divisa_id: USD,
      monto: '10.00',
      historico_id: tasas.ventaUsd,
      tasa: '3.560',
      recibimos: [{ tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen, monto: '35.60' }],
      entregamos: [
        { tipo_pago_id: pagos.efectivo, cuenta_id: p.azar.de(cajas).usd, monto: '10.00' },
      ],
      confirmo_duplicado: true,
    })
  },
  verificar: async (p) => {
    const path = `/api/compras-ventas/${p.azar.de(p.hechas) ?? 1}`
    const found = await p.pedir('GET', path)
    const pagos = (found?.body.pagos ?? []) as { id: number; estado: string }[]
    const waiting = pagos.find(({ estado }) => estado === 'por_verificar')
    return waiting ? p.pedir('PUT', `${path}/verificar`, { pago_id: waiting.id }) : found
  },
  anular: (p) => {
    const path = `/api/compras-ventas/${p.azar.de(p.hechas) ?? 1}/anular`
    return p.pedir('PUT', path, { motivo: 'Error de digitación' })
  },
  listar: (p) => p.pedir('GET', '/api/compras-ventas?limite=50'),
  totales: (p) => p.pedir('GET', '/api/compras-ventas/totales'),
  opciones: (p) => p.pedir('GET', '/api/compras-ventas/opciones'),
}

/** The use cases by frequency: frequent ones are repeated. */
const MEZCLA = [
  ...Array<string>(6).fill('registrar'),
  ...Array<string>(3).fill('canjear'),
  ...Array<string>(3).fill('esperar'),
  ...Array<string>(3).fill('verificar'),
  ...Array<string>(3).fill('anular'),
  'listar',
  'totales',
  'opciones',
]

/** What must have happened, else the test would prove nothing. */
const HACEN = ['registrar 201', 'canjear 201', 'esperar 201', 'verificar 200', 'anular 200']

/** Faults in one snapshot of the running house: entries that do not balance, or balances below their floor. */
async function foto(db: Db): Promise<string[]> {
  const { diferencia } = await verificar(db)
  const { rows } = await sql<{ moneda_id: number }>`
    SELECT moneda_id FROM cuentas_contables GROUP BY moneda_id
    HAVING sum(saldo) <> 0 OR bool_or(saldo < minimo) OR bool_or(saldo IS NULL)`.execute(db)
  return [
    ...(diferencia ? [JSON.stringify(diferencia)] : []),
    ...rows.map(({ moneda_id }) => `moneda ${moneda_id}`),
  ]
}

/** Sets that posted so far, by how many of their requests were not refused. */
async function conjuntos(db: Db): Promise<Record<number, number>> {
  const { rows } = await sql<{ n: number; sets: number }>`
    SELECT n, count(*)::int AS sets FROM (SELECT count(*)::int AS n FROM idempotencia GROUP BY xmin) s
    GROUP BY n ORDER BY n`.execute(db)
  return Object.fromEntries(rows.map(({ n, sets }) => [n, sets]))
}

test.each(ENSAYO ? [1, 2, 16] : [16])(
  'all use cases at once in sets of %i: no deadlock reaches a client, every snapshot balances',
  async (de) => {
    const azar = azarDe(SEMILLA)
    const database = await createDatabase()
    const casa = await abrirCasa(database.url, 2, CLIENTES)
    const api = await arrancar(database.url, {
      ...{ olvidadiza: true, juntos: { de, espera: 50 } },
    })
    const end = performance.now() + MS
    const hechas: number[] = []
    const cuentas: Record<string, number> = {}
    const malas: unknown[] = []

    const clients = Array.from({ length: CLIENTES }, async (_, n) => {
      const own = azar.rama()
      const conexion = new Conexion(() => api.puerto)
      const pedir: Puesto['pedir'] = (method, path, body) =>
        conexion.pedir({
          method,
          path,
          token: casa.tokens[n],
          ...(body !== undefined && { body, clave: own.uuid() }),
        })
      while (performance.now() < end) {
        const nombre = own.de(MEZCLA)
        const answer = await CASOS[nombre]?.({ azar: own, casa, hechas, pedir })
        const { status = 0, body = {} } = answer ?? {}
        const { codigo = '', id } = body as { codigo?: string; id?: number }
        const key = `${nombre} ${status}${status >= 400 ? ` ${codigo}` : ''}`
        cuentas[key] = (cuentas[key] ?? 0) + 1
        if (status === 201 && id) hechas.push(id)
        if (status === 0 || status >= 500 || codigo === 'CONFLICTO')
          malas.push({ nombre, status, body })
      }
      conexion.cerrar()
    })
    const photos = (async () => {
      let taken = 0
      const wrong: string[] = []
      for (; performance.now() < end; taken += 1) {
        wrong.push(...(await foto(casa.db)))
        await sleep(100)
      }
      return { taken, wrong }
    })()
    const cambios = (async () => {
      const { rows } = await sql<{ id: number }>`
      SELECT tipo_cambio_id AS id FROM tipos_cambios_historico WHERE id = ${casa.tasas.ventaUsd}`.execute(
        casa.db,
      )
      let changes = 0
      for (; performance.now() < end; changes += 1) {
        // Whoever asks from now on has seen the new rate; who has just asked has not.
        const seen = changes % 2 ? '3.560' : '3.561'
        casa.tasas.ventaUsd = await publicar(casa, rows[0]?.id as number, 'd', seen, 3)
        await sleep(1_000)
      }
      return changes
    })()
    await Promise.all(clients)
    const { taken, wrong } = await photos
    const changes = await cambios
    const last = await foto(casa.db)
    const sets = await conjuntos(casa.db)
    const { rows } = await sql<{ deadlocks: number }>`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`.execute(casa.db)
    console.log(
      `R-1, R-15, R-195 seed ${SEMILLA}: sets of ${de}, ${CLIENTES} clients, ${MS} ms, ${JSON.stringify(cuentas)}, ${changes} rate changes, ` +
        `${taken} snapshots with ${wrong.length} wrong, sets by size ${JSON.stringify(sets)}, ` +
        `${rows[0]?.deadlocks} deadlocks in the database`,
    )
    await api.parar()
    await casa.db.destroy()
    await database.drop()
    expect(api.dicho).toBe('')
    expect(malas).toEqual([])
    expect(Object.keys(cuentas)).toEqual(expect.arrayContaining(HACEN))
    expect([...wrong, ...last]).toEqual([])
    const largest = Math.max(...Object.keys(sets).map(Number))
    expect(largest).toBeLessThanOrEqual(de)
    // Half are refused, or read: few sets are whole.
    expect(largest).toBeGreaterThan(de / 4)
  },
)
