import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { entrar } from '../scripts/demo/llamada.ts'
import { loadDemo } from '../scripts/demo/load.ts'
import { revivir } from '../scripts/demo/viva.ts'
import { contrato as aprobaciones } from '../src/areas/aprobaciones/contract.ts'
import { contrato as comprasVentas } from '../src/areas/compras-ventas/contract.ts'
import { contrato as dashboard } from '../src/areas/dashboard/contract.ts'
import { contrato as notificaciones } from '../src/areas/notificaciones/contract.ts'
import { contrato as reportes } from '../src/areas/reportes/contract.ts'
import { contrato as sesion } from '../src/areas/sesion/contract.ts'
import { PLANTILLAS } from '../src/core/permisos.ts'
import { type App, buildApp, verificar } from '../src/main.app.ts'
import { SERVER } from '../src/server/embedded/roles.ts'
import { createDatabase } from './support/servidor/database.ts'
import { comoDueno } from './support/servidor/dueno.ts'
import { comoRol } from './support/servidor/url.ts'

/* The demo on its first start, at any hour of the day. */

const database = await createDatabase()
afterAll(() => database.drop())

/** Loads or continues the demo at an instant, and opens the program with its clock at that instant. */
async function alas<T>(
  instant: string,
  look: (app: App) => Promise<T>,
  dias = 1,
  url = database.url,
  plena = false,
) {
  await loadDemo(url, { ahora: instant, dias, plena })
  const app = await buildApp({ url, reloj: () => instant, juzga: true })
  try {
    return await look(app)
  } finally {
    await app.close()
  }
}

interface Hoy {
  de_dos: number
  a_favor: number
  diferencias: number
  cargos: number
  ordenes: Record<string, number>
  observadas: number
  rebotadas: number
  turnos: number
  operaciones: number
  por_verificar: number
  transferencias: number
  minutos_tasa: number
  minutos_pedido: number
  futuro: number
  de_ayer: number
}

/** The data of the current day by the app's clock, and the data dated later than the clock. */
async function hoy({ db }: App): Promise<Hoy> {
  const { rows } = await sql<Hoy>`
    SELECT (SELECT jsonb_object_agg(estado, n) FROM (
             SELECT CASE WHEN estado = 'pendiente' AND vence_en <= ahora() THEN 'vencida' ELSE estado END AS estado, count(*) AS n
             FROM ordenes WHERE fecha_negocio = fecha_negocio(ahora()) GROUP BY 1) x) AS ordenes,
      (SELECT count(*)::int FROM ordenes WHERE fecha_negocio = fecha_negocio(ahora()) AND observada IS NOT NULL) AS observadas,
      (SELECT count(*)::int FROM ordenes_pasos p JOIN ordenes o ON o.id = p.orden_id
       WHERE o.fecha_negocio = fecha_negocio(ahora()) AND p.accion = 'rebotar') AS rebotadas,
      (SELECT count(*)::int FROM turnos WHERE estado = 'abierto' AND fecha_negocio = fecha_negocio(ahora())) AS turnos,
      (SELECT count(*)::int FROM compras_ventas WHERE fecha_negocio = fecha_negocio(ahora())) AS operaciones,
      (SELECT count(*)::int FROM compras_ventas WHERE fecha_negocio = fecha_negocio(ahora()) AND estado = 'pendiente') AS por_verificar,
      (SELECT count(*)::int FROM ordenes_cobros g JOIN ordenes o ON o.id = g.orden_id
       WHERE g.estado = 'por_verificar' AND dos_personas(o.monto_usd)) AS de_dos,
      (SELECT count(*)::int FROM ordenes_saldos WHERE saldo > 0) AS a_favor,
      (SELECT count(*)::int FROM transferencias WHERE diferencia_valor IS NOT NULL AND cargo IS NULL) AS diferencias,
      (SELECT count(*)::int FROM vistos WHERE clave = 'cargo' AND estado = 'pendiente') AS cargos,
      (SELECT count(*)::int FROM transferencias WHERE estado = 'enviada' AND fecha_negocio = fecha_negocio(ahora())) AS transferencias,
      (SELECT round(extract(epoch FROM ahora() - max(lower(vigencia))) / 60)::int FROM pares_divisas_historico) AS minutos_tasa,
      (SELECT round(extract(epoch FROM ahora() - max(fecha)) / 60)::int FROM ordenes WHERE estado = 'pendiente' AND vence_en > ahora()) AS minutos_pedido,
      (SELECT count(*)::int FROM asientos WHERE fecha > ahora()) + (SELECT count(*)::int FROM auditoria WHERE fecha > ahora())
        + (SELECT count(*)::int FROM tipos_cambios_historico WHERE lower(vigencia) > ahora()) AS futuro,
      (SELECT count(*)::int FROM turnos WHERE estado IN ('abierto', 'en_conteo') AND fecha_negocio < fecha_negocio(ahora())) AS de_ayer`.execute(
    db,
  )
  return rows[0] as Hoy
}

const TODOS = ['anulada', 'completada', 'en_proceso', 'pagada', 'pendiente', 'vencida']

/** Today as it must be, whatever the day. */
function expectAlive(day: Hoy): void {
  expect(
    Object.keys(day.ordenes)
      .filter((estado) => estado !== 'anulada')
      .toSorted(),
  ).toEqual(TODOS.slice(1))
  expect([day.de_dos, day.a_favor, day.diferencias, day.cargos].every((n) => n > 0)).toBe(true)
  expect(day.observadas).toBeGreaterThan(0)
  expect(day.rebotadas).toBeGreaterThan(0)
  expect(day.operaciones).toBeGreaterThan(4)
  expect(day.por_verificar).toBeGreaterThan(1)
  expect(day).toMatchObject({ turnos: 1, transferencias: 2, futuro: 0, de_ayer: 0 })
  // The last price came one hour ago at most: one that jumped was put right a moment ago.
  expect(day.minutos_tasa).toBeGreaterThanOrEqual(0)
  expect(day.minutos_tasa).toBeLessThanOrEqual(60)
}

const expectSound = async ({ db }: App) => expect((await verificar(db)).diferencia).toBeNull()

/** Sunday, five in the morning in Lima. */
const DOMINGO = '2025-11-23T10:00:00.000Z'

test('on a Sunday at dawn the demo has an open day, with orders in every state', async () => {
  await alas(DOMINGO, async (app) => {
    expectAlive(await hoy(app))
    await expectSound(app)
  })
})

test('there are pending approvals that another user can decide', async () => {
  await alas(DOMINGO, async (app) => {
    const kinds = async (usuario: string) =>
      (await (await entrar(app, usuario))(aprobaciones.listar, {})).map(({ tipo }) => tipo)
    expect(await kinds('admin')).toEqual(expect.arrayContaining(['tasa', 'ajuste', 'gasto']))
    expect(await kinds('supervisora')).toContain('tasa')
  })
})

test('started again within the hour it adds nothing; every till asks for a turn', async () => {
  const count = async ({ db }: App) =>
    (
      await sql<{
        n: number
        exige: boolean
      }>`SELECT count(*)::int AS n, ajuste('exigir_turno')::boolean AS exige FROM asientos`.execute(
        db,
      )
    ).rows[0]
  const before = await alas(DOMINGO, count)
  expect(before?.exige).toBe(true)
  expect(await alas('2025-11-23T10:50:00.000Z', count)).toEqual(before)
})

test('started again hours later the same day, it is alive again', async () => {
  await alas('2025-11-23T18:00:00.000Z', async (app) => {
    const day = await hoy(app)
    expectAlive(day)
    expect(day.minutos_pedido).toBeLessThan(60)
    await expectSound(app)
  })
})

test.each([
  ['the next day, at one in the morning', '2025-11-24T06:10:00.000Z'],
  ['nine days later, at night', '2025-12-04T03:00:00.000Z'],
])('started again %s, it has a new open day', async (_, instant) => {
  await alas(instant, async (app) => {
    expectAlive(await hoy(app))
    await expectSound(app)
  })
})

test('ten minutes after midnight nothing of the day is dated before midnight or after the clock', async () => {
  const other = await createDatabase()
  try {
    await alas(
      '2025-11-21T05:10:00.000Z',
      async (app) => {
        expect(await hoy(app)).toMatchObject({ turnos: 1, futuro: 0, transferencias: 2 })
        await expectSound(app)
      },
      1,
      other.url,
    )
  } finally {
    await other.drop()
  }
})

test('the supervisor holds what the manager’s template offers, at every branch; the original manager holds nothing', async () => {
  await alas('2025-12-04T03:00:00.000Z', async (app) => {
    const permisos = async (usuario: string) =>
      (await (await entrar(app, usuario))(sesion.sesion, {})).usuario.permisos.toSorted()
    const suyos = [...PLANTILLAS.mgr.permisos, 'sucursales:todas']
    expect(await permisos('supervisora')).toEqual(suyos.toSorted())
    expect(await permisos('gerente')).toEqual([])
  })
})

test('the supervisor approves what waits, annuls an operation, and closed the days', async () => {
  await alas('2025-12-04T03:00:00.000Z', async (app) => {
    const call = await entrar(app, 'supervisora')
    const asked = (await call(aprobaciones.listar, {})).find(({ tipo }) => tipo === 'tasa')
    await call(comprasVentas.aprobarTasa, { params: { id: asked?.id ?? 0 }, body: {} })
    expect((await call(aprobaciones.listar, {})).map(({ id }) => id)).not.toContain(asked?.id)
    const { items } = await call(comprasVentas.listar, { query: {} as never })
    const id = items.find(({ estado }) => estado === 'completada')?.id ?? 0
    const body = { motivo: 'El cliente se arrepintió de la operación' }
    await call(comprasVentas.anular, { params: { id }, body })
    expect((await call(comprasVentas.obtener, { params: { id } })).estado).toBe('anulada')
    const { rows } = await sql<{ quien: string }>`
      SELECT DISTINCT usuario AS quien FROM cierres LEFT JOIN usuarios ON id = usuario_id`.execute(
      app.db,
    )
    expect(rows).toEqual([{ quien: 'supervisora' }])
    await expectSound(app)
  })
})

test('while it runs it goes on by itself, but not while somebody works in it', async () => {
  const other = await createDatabase()
  const LUNES = '2025-11-24T12:30:00.000Z'
  const AYER = '2025-11-23T23:00:00.000Z'
  try {
    await alas(AYER, async () => {}, 1, other.url)
    // As the running program does it: the role that signs in to serve.
    const servidor = comoRol(other.url, SERVER)
    // Whoever was there five minutes before now may be back at any moment.
    await comoDueno(other.url, "UPDATE sesiones SET usada_en = '2025-11-24T12:25:00Z'")
    expect(await revivir(servidor, { ahora: LUNES })).toBe(false)
    await comoDueno(other.url, "UPDATE sesiones SET usada_en = '2025-11-24T11:00:00Z'")
    expect(await revivir(servidor, { ahora: LUNES })).toBe(true)
    await comoDueno(other.url, "UPDATE sesiones SET usada_en = '2025-11-24T11:00:00Z'")
    expect(await revivir(servidor, { ahora: LUNES })).toBe(false)
    const app = await buildApp({ url: other.url, reloj: () => LUNES, juzga: true })
    try {
      expectAlive(await hoy(app))
      await expectSound(app)
    } finally {
      await app.close()
    }
  } finally {
    await other.drop()
  }
})

/** Friday, 23:10 in Lima: the day is long. */
const VIERNES = '2025-11-22T04:10:00.000Z'

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

/** Somebody just under and somebody just over each amount of the register, with nothing that lacks. */
async function expectUmbrales(app: App): Promise<void> {
  const { rows } = await sql<{ unicas: string[]; meses: string[] }>`
    SELECT (SELECT array_agg(DISTINCT monto_usd::int ORDER BY monto_usd::int) FROM compras_ventas WHERE monto_usd > 9900) AS unicas,
      (SELECT array_agg(usd ORDER BY usd) FROM (SELECT sum(monto_usd)::int AS usd FROM compras_ventas
         WHERE estado <> 'anulada' GROUP BY cliente_id HAVING sum(monto_usd) > 40000) x) AS meses`.execute(
    app.db,
  )
  expect(rows[0]?.unicas).toEqual([9950, 10200])
  const [under = 0, over = 0, ...more] = rows[0]?.meses.map(Number) ?? []
  expect([under < 50_000, over >= 50_000, more]).toEqual([true, true, []])
  const cumplimiento = await entrar(app, 'cumplimiento')
  const query = { desde: '2025-11-01', hasta: '2025-11-30' } as never
  const { items: filas } = await cumplimiento(reportes.ro, { query })
  expect(new Set(filas.map(({ modalidad }) => modalidad))).toEqual(new Set(['unica', 'multiple']))
  expect(filas.flatMap(({ faltan }) => faltan)).toEqual([])
}

test('the whole demo has three tills, requests for the supervisor and a client for compliance', async () => {
  const other = await createDatabase()
  try {
    await loadDemo(other.url, { ahora: VIERNES, dias: 2, plena: true })
    const app = await buildApp({ url: other.url, reloj: () => VIERNES, juzga: true })
    try {
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
        new Set(['tasa', 'gasto', 'ajuste', 'turno']),
      )
      const rings = await (await entrar(app, 'cumplimiento'))(notificaciones.listar, {})
      expect(rings.map(({ clave }) => clave)).toContain('clientes-por-aprobar')
      expectAlive({ ...(await hoy(app)), turnos: 1 })
      await expectSound(app)
      await expectCorredores(app)
      await expectUmbrales(app)
    } finally {
      await app.close()
    }
    // The next day begins with the till that was left closed.
    const next = '2025-11-22T15:00:00.000Z'
    await loadDemo(other.url, { ahora: next })
    const after = await buildApp({ url: other.url, reloj: () => next, juzga: true })
    try {
      expectAlive({ ...(await hoy(after)), turnos: 1 })
      await expectSound(after)
    } finally {
      await after.close()
    }
  } finally {
    await other.drop()
  }
})

test('nothing of a past day waits for weeks: a second person confirmed it, and what expired was annulled', async () => {
  const other = await createDatabase()
  /** What is left of days before today: payments of the counter, and orders that expired before yesterday. */
  const viejo = async ({ db }: App) =>
    (
      await sql<{ pagos: number; vencidas: number; grandes: number; raras: number }>`
        SELECT (SELECT count(*)::int FROM compras_ventas
                WHERE estado = 'pendiente' AND fecha_negocio < fecha_negocio(ahora())) AS pagos,
          (SELECT count(*)::int FROM ordenes WHERE estado IN ('pendiente', 'vencida') AND vence_en <= ahora()
             AND fecha_negocio < fecha_negocio(ahora()) - 1) AS vencidas,
          (SELECT count(*)::int FROM compras_ventas WHERE estado = 'pendiente' AND monto_usd > 9900) AS grandes,
          (SELECT count(*)::int FROM compras_ventas_pagos WHERE referencia !~ '^[0-9A-Z-]+$') AS raras`.execute(
        db,
      )
    ).rows[0]
  const limpio = { pagos: 0, vencidas: 0, grandes: 2, raras: 0 }
  try {
    expect(await alas(VIERNES, viejo, 3, other.url, true)).toEqual(limpio)
    // Late on a long day the cashier still has what «Pruebe esto» asks her for, and she may confirm it.
    await alas(
      VIERNES,
      async (app) => {
        const cajera = await entrar(app, 'cajera')
        const { espera = [] } = await cajera(dashboard.ver, {})
        expect(new Set(espera.map(({ tipo_pago }) => tipo_pago))).toEqual(new Set(['Yape']))
        const params = { id: espera[0]?.id ?? 0 }
        const { pagos } = await cajera(comprasVentas.obtener, { params })
        const pago_id = pagos.find(({ estado }) => estado === 'por_verificar')?.id ?? 0
        await cajera(comprasVentas.verificar, { params, body: { pago_id } })
      },
      3,
      other.url,
      true,
    )
    // What the program left open when it stopped is done before it goes on.
    expect(await alas('2025-11-26T15:00:00.000Z', viejo, 1, other.url)).toEqual(limpio)
  } finally {
    await other.drop()
  }
})

/** What the documents of a house say, without what the machine draws by chance. */
async function documentos(instant: string): Promise<unknown> {
  const other = await createDatabase()
  try {
    return await alas(
      instant,
      async ({ db }) => {
        const { rows } = await sql`
          SELECT numero, fecha, estado, monto, tasa FROM compras_ventas
          UNION ALL SELECT numero, fecha, estado, envia, tasa FROM ordenes ORDER BY 1`.execute(db)
        return rows
      },
      1,
      other.url,
      true,
    )
  } finally {
    await other.drop()
  }
}

test('loaded twice at one instant the whole demo is the same', async () => {
  const once = await documentos(VIERNES)
  expect(once).toEqual(await documentos(VIERNES))
})
