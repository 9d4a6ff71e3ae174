import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { entrar } from '../../scripts/demo/llamada.ts'
import { contrato as aprobaciones } from '../../src/areas/aprobaciones/contract.ts'
import { contrato as comprasVentas } from '../../src/areas/compras-ventas/contract.ts'
import { contrato as dashboard } from '../../src/areas/dashboard/contract.ts'
import { contrato as notificaciones } from '../../src/areas/notificaciones/contract.ts'
import { CLASES } from '../../src/areas/reportes/contract/clases.ts'
import { contrato as reportes } from '../../src/areas/reportes/contract.ts'
import type { App } from '../../src/main.app.ts'
import { alas, expectAlive, expectSound, hoy, TODOS } from '../support/demo/hoy.ts'
import { expectUmbrales } from '../support/demo/umbrales.ts'
import { createDatabase } from '../support/servidor/database.ts'

/* The whole demo, a month of it, as a new user finds it; each test goes on where the one before ended. */

/** Late on the last Friday of a month: what a client may do in a month is used up then, if ever. */
const VIERNES = '2025-11-29T04:10:00.000Z'

const mes = await createDatabase()
afterAll(() => mes.drop())

/** Every corridor that pays out abroad, or at home from abroad, and has a rate, has orders that were paid out. */
async function expectCorredores({ db }: App): Promise<void> {
  const { rows } = await sql<{ corredor: string; ordenes: number }>`
    SELECT concat(t.pais, ' ', a.iso, '-', b.iso) AS corredor,
      (SELECT count(*)::int FROM ordenes o WHERE o.pais = t.pais AND o.envia_moneda_id = t.base_id
         AND o.recibe_moneda_id = t.cotizacion_id AND o.estado IN ('completada', 'en_proceso', 'pagada')) AS ordenes
    FROM tipos_cambios t JOIN monedas a ON a.id = t.base_id JOIN monedas b ON b.id = t.cotizacion_id
    WHERE t.estatus GROUP BY t.pais, t.base_id, t.cotizacion_id, a.iso, b.iso ORDER BY 1`.execute(
    db,
  )
  // Dollars and euros against soles are the counter's.
  const mostrador = /^pe (PEN|USD|EUR)-(PEN|USD|EUR)$/
  const sent = rows.filter(({ corredor }) => !mostrador.test(corredor))
  expect(sent.length).toBeGreaterThanOrEqual(12)
  expect(sent.filter(({ ordenes }) => ordenes === 0)).toEqual([])
}

/** The register of a month has operations of both kinds, and lacks nothing. */
async function expectRegistro(app: App): Promise<void> {
  const cumplimiento = await entrar(app, 'cumplimiento')
  const query = { desde: '2025-11-01', hasta: '2025-11-30' } as never
  const { items: filas } = await cumplimiento(reportes.ro, { query })
  expect(new Set(filas.map(({ modalidad }) => modalidad))).toEqual(new Set(['unica', 'multiple']))
  expect(filas.flatMap(({ faltan }) => faltan)).toEqual([])
}

/** What rings for the administrator in the morning of a well-run house, and no more. */
const CAMPANA = 10

/**
 * The bell of the administrator is short, with each kind of work in it, also when the calendar has proposed the expenses
 * that are due on that day of the month; several requests may be approved together.
 */
async function expectCampana(app: App): Promise<void> {
  await sql`SELECT gastos_proponer()`.execute(app.db)
  const admin = await entrar(app, 'admin')
  const rings = await admin(notificaciones.listar, {})
  expect(rings.map(({ clave }) => clave).toSorted()).toEqual([
    ...['cajas-por-aprobar', 'clientes-por-aprobar', 'cobros', 'gastos-por-aprobar'],
    ...['ordenes-observadas', 'ordenes-por-pagar', 'pagos', 'saldos', 'tasas-por-autorizar'],
  ])
  expect(rings.reduce((sum, { cuantos }) => sum + cuantos, 0)).toBeLessThanOrEqual(CAMPANA)
  const juntas = async (usuario: string) =>
    (await (await entrar(app, usuario))(aprobaciones.listar, {})).filter((e) => e.aparte === null)
  const suyas = await juntas('supervisora')
  expect(new Set(suyas.map(({ tipo }) => tipo))).toEqual(new Set(['gasto', 'ajuste', 'turno']))
  expect(new Set(suyas.map(({ titulo }) => titulo)).size).toBeGreaterThanOrEqual(3)
  expect((await juntas('admin')).length).toBeGreaterThanOrEqual(2)
}

test('the whole demo has three tills, requests for the supervisor and a client for compliance', async () => {
  await alas(
    VIERNES,
    async (app) => {
      const { rows } = await sql<{ usuario: string; estado: string; operaciones: number }>`
        SELECT u.usuario, t.estado, (SELECT count(*)::int FROM compras_ventas c WHERE c.usuario_id = u.id) AS operaciones
        FROM turnos t JOIN usuarios u ON u.id = t.usuario_id
        WHERE t.fecha_negocio = fecha_negocio(ahora()) ORDER BY 1`.execute(app.db)
      expect(rows.map(({ usuario, estado }) => [usuario, estado])).toEqual([
        ['arequipa', 'abierto'],
        ['cajera', 'abierto'],
        ['cajero', 'cerrado'],
      ])
      expect(rows.every(({ operaciones }) => operaciones > 0)).toBe(true)
      const waits = await (await entrar(app, 'supervisora'))(aprobaciones.listar, {})
      expect(new Set(waits.map(({ tipo }) => tipo))).toEqual(
        new Set(['tasa', 'visto', 'gasto', 'ajuste', 'turno']),
      )
      await expectCampana(app)
      const rings = await (await entrar(app, 'cumplimiento'))(notificaciones.listar, {})
      expect(rings.map(({ clave }) => clave)).toContain('clientes-por-aprobar')
      expectAlive({ ...(await hoy(app)), turnos: 1 })
      await expectSound(app)
      await expectCorredores(app)
      await expectUmbrales(app)
      await expectRegistro(app)
      expect(await viejo(app)).toEqual(LIMPIO)
    },
    mes.url,
    { dias: 30, plena: true },
  )
})

/** How far a count of the demo may be from the one that was promised. */
const HOLGURA = 0.2

test('a month of it has what was promised: operations and orders in every state, and two tills that were short', async () => {
  await alas(
    VIERNES,
    async (app) => {
      const { rows } = await sql<Record<string, number>>`
        SELECT (SELECT count(*)::int FROM compras_ventas) AS operaciones, (SELECT count(*)::int FROM ordenes) AS ordenes,
          (SELECT count(*)::int FROM transferencias) AS transferencias, (SELECT count(*)::int FROM gastos) AS gastos,
          (SELECT count(*)::int FROM clientes) AS clientes, (SELECT count(*)::int FROM beneficiarios) AS beneficiarios,
          (SELECT count(*)::int FROM ajustes_saldo) AS ajustes, (SELECT count(*)::int FROM cierres) AS cierres`.execute(
        app.db,
      )
      const has = rows[0] ?? {}
      const promised = { operaciones: 600, ordenes: 450, transferencias: 60, gastos: 45 }
      const far = Object.entries(promised).filter(
        ([what, count]) => Math.abs((has[what] ?? 0) - count) > count * HOLGURA,
      )
      expect(far).toEqual([])
      const least = { clientes: 24, beneficiarios: 30, ajustes: 8, cierres: 25 }
      expect(Object.entries(least).filter(([what, count]) => (has[what] ?? 0) < count)).toEqual([])

      const estados = await sql<{ en: string; estados: string[] }>`
        SELECT 'ordenes' AS en, array_agg(DISTINCT estado::text ORDER BY estado::text) AS estados FROM ordenes
        UNION ALL SELECT 'operaciones', array_agg(DISTINCT estado::text ORDER BY estado::text) FROM compras_ventas
        UNION ALL SELECT 'tipos', array_agg(DISTINCT tipo::text ORDER BY tipo::text) FROM compras_ventas
        ORDER BY 1`.execute(app.db)
      const [operaciones, ordenes, tipos] = estados.rows.map((row) => row.estados)
      expect(ordenes?.filter((estado) => estado !== 'vencida')).toEqual(
        TODOS.filter((estado) => estado !== 'vencida'),
      )
      expect(operaciones).toEqual(['anulada', 'completada', 'pendiente'])
      expect(tipos).toEqual(expect.arrayContaining(['compra', 'venta']))

      // Two digits that were swapped, and a ticket that was registered twice, each found at the close of its day.
      const cortas = await sql<{
        motivo: string
        iso: string
        diferencia: string
        usuario: string
      }>`
        SELECT t.motivo, m.iso, round(c.diferencia, 2)::text AS diferencia, u.usuario
        FROM turnos t JOIN LATERAL (SELECT DISTINCT ON (cuenta_id) * FROM conteos WHERE turno_id = t.id
                                    ORDER BY cuenta_id, id DESC) c ON c.diferencia <> 0
        JOIN monedas m ON m.id = c.moneda_id JOIN usuarios u ON u.id = t.usuario_id
        WHERE t.fecha_negocio < fecha_negocio(ahora()) AND u.usuario = 'cajera' ORDER BY t.id, m.iso`.execute(
        app.db,
      )
      expect(cortas.rows).toEqual([
        ...[
          {
            motivo: expect.stringMatching(/272 donde era 227/),
            iso: 'PEN',
            diferencia: '-45.00',
            usuario: 'cajera',
          },
        ],
        {
          motivo: expect.stringMatching(/^Ticket CV-\d+-\d+ registrado dos veces$/),
          iso: 'PEN',
          diferencia: expect.stringMatching(/^\d/),
          usuario: 'cajera',
        },
        {
          motivo: expect.stringMatching(/registrado dos veces$/),
          iso: 'USD',
          diferencia: expect.stringMatching(/^-/),
          usuario: 'cajera',
        },
      ])

      // Nobody is refused for what his month already had: each till serves somebody every day, and the last week of it
      // is as busy as the weeks before.
      const parados = await sql`
        SELECT u.usuario, d.fecha_negocio::text AS dia FROM usuarios u
        CROSS JOIN (SELECT DISTINCT fecha_negocio FROM compras_ventas) d
        WHERE u.rol_slug = 'caj' AND NOT EXISTS (SELECT FROM compras_ventas o
          WHERE o.usuario_id = u.id AND o.fecha_negocio = d.fecha_negocio) ORDER BY 1, 2`.execute(
        app.db,
      )
      expect(parados.rows).toEqual([])
      const ritmo = await sql<{ usuario: string; antes: number; ultima: number }>`
        SELECT u.usuario,
          round(count(*) FILTER (WHERE o.fecha_negocio < fecha_negocio(ahora()) - 6) * 7
            / (fecha_negocio(ahora()) - 6 - min(min(o.fecha_negocio)) OVER ()))::int AS antes,
          count(*) FILTER (WHERE o.fecha_negocio >= fecha_negocio(ahora()) - 6)::int AS ultima
        FROM compras_ventas o JOIN usuarios u ON u.id = o.usuario_id WHERE u.rol_slug = 'caj' GROUP BY 1`.execute(
        app.db,
      )
      expect(ritmo.rows.filter(({ antes, ultima }) => ultima < antes / 2)).toEqual([])

      // A rule says the fee of small exchanges: most pay it, wholesale clients do not, and one paid less for a reason.
      const servicio = await sql<{ cobradas: number; mayoristas: number; distintas: number }>`
        SELECT count(*) FILTER (WHERE o.servicio > 0 AND o.servicio = o.servicio_debido)::int AS cobradas,
          count(*) FILTER (WHERE c.segmento = 'mayorista' AND o.servicio = 0 AND o.servicio_debido = 0)::int AS mayoristas,
          count(*) FILTER (WHERE o.servicio <> o.servicio_debido AND o.motivo <> '')::int AS distintas
        FROM compras_ventas o LEFT JOIN clientes c ON c.id = o.cliente_id`.execute(app.db)
      const { cobradas = 0, mayoristas = 0, distintas } = servicio.rows[0] ?? {}
      expect(cobradas).toBeGreaterThan(20)
      expect(mayoristas).toBeGreaterThan(0)
      expect(distintas).toBe(1)

      // Also at the end of a month: one exception of each kind: nobody was paid too much, and it was never restored.
      const clases = await sql<{ clase: string }>`SELECT DISTINCT clase FROM excepciones`.execute(
        app.db,
      )
      const there = new Set([
        ...clases.rows.map(({ clase }) => clase),
        'devolucion',
        'restauracion',
      ])
      expect(Object.keys(CLASES).filter((clase) => !there.has(clase))).toEqual([])

      // Three tills at two branches, each with its own cashier, its accounts and its operations.
      const cajas = await sql<{
        usuario: string
        sucursal: string
        cuentas: number
        operaciones: number
      }>`
        SELECT u.usuario, s.nombre AS sucursal,
          (SELECT count(*)::int FROM cuentas c WHERE c.responsable_id = u.id AND c.sucursal_id = s.id) AS cuentas,
          (SELECT count(*)::int FROM compras_ventas o WHERE o.usuario_id = u.id AND o.sucursal_id = s.id) AS operaciones
        FROM usuarios u JOIN sucursales s ON EXISTS (
          SELECT FROM compras_ventas o WHERE o.usuario_id = u.id AND o.sucursal_id = s.id)
        WHERE u.rol_slug = 'caj' ORDER BY 1`.execute(app.db)
      expect(cajas.rows.map(({ usuario, sucursal }) => [usuario, sucursal])).toEqual([
        ['arequipa', 'Arequipa'],
        ['cajera', 'Lima Centro'],
        ['cajero', 'Lima Centro'],
      ])
      expect(
        cajas.rows.filter(({ cuentas, operaciones }) => cuentas < 2 || operaciones < 20),
      ).toEqual([])
    },
    mes.url,
    { dias: 30, plena: true },
  )
})

/** What is left of days before today: payments of the counter, and orders that expired before yesterday. */
const viejo = async ({ db }: App) =>
  (
    await sql<{ pagos: number; vencidas: number; grandes: number; raras: number }>`
      SELECT (SELECT count(*)::int FROM compras_ventas
              WHERE estado = 'pendiente' AND fecha_negocio < fecha_negocio(ahora())) AS pagos,
        (SELECT count(*)::int FROM ordenes WHERE estado IN ('pendiente', 'vencida') AND vence_en <= ahora()
           AND fecha_negocio < fecha_negocio(ahora()) - 1) AS vencidas,
        (SELECT count(*)::int FROM compras_ventas WHERE estado = 'pendiente' AND monto_usd > 9700) AS grandes,
        (SELECT count(*)::int FROM compras_ventas_pagos WHERE referencia !~ '^[0-9A-Z-]+$') AS raras`.execute(
      db,
    )
  ).rows[0]
/** Nothing waits for weeks: a second person confirmed it, and what expired was annulled. */
const LIMPIO = { pagos: 0, vencidas: 0, grandes: 0, raras: 0 }

test('late on a long day the cashier still has what «Pruebe esto» asks her for, and she may confirm it', async () => {
  await alas(
    VIERNES,
    async (app) => {
      const cajera = await entrar(app, 'cajera')
      const { espera = [], pruebas = [] } = await cajera(dashboard.ver, {})
      const claves = (all: readonly { clave: string }[]) => all.map(({ clave }) => clave)
      expect(claves(pruebas)).toContain('cobro')
      // At the branch no payment waits: its cashier is not asked to confirm one.
      const lejos = await (await entrar(app, 'arequipa'))(dashboard.ver, {})
      expect(lejos.espera).toEqual([])
      expect(claves(lejos.pruebas ?? [])).toEqual(['comprar', 'tasa', 'orden', 'conocer', 'cierre'])
      expect(new Set(espera.map(({ tipo_pago }) => tipo_pago))).toEqual(new Set(['Yape']))
      const params = { id: espera[0]?.id ?? 0 }
      const { pagos } = await cajera(comprasVentas.obtener, { params })
      const pago_id = pagos.find(({ estado }) => estado === 'por_verificar')?.id ?? 0
      await cajera(comprasVentas.verificar, { params, body: { pago_id } })
    },
    mes.url,
    { dias: 30, plena: true },
  )
})

test('the next day begins with the till that was left closed', async () => {
  await alas(
    '2025-11-29T15:00:00.000Z',
    async (app) => {
      expectAlive({ ...(await hoy(app)), turnos: 1 })
      await expectSound(app)
    },
    mes.url,
  )
})

test('what the program left open when it stopped for days is done before it goes on', async () => {
  expect(await alas('2025-12-03T15:00:00.000Z', viejo, mes.url)).toEqual(LIMPIO)
})
