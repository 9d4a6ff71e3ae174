import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { entrar } from '../scripts/demo/llamada.ts'
import { revivir } from '../scripts/demo/viva.ts'
import { contrato as aprobaciones } from '../src/areas/aprobaciones/contract.ts'
import { contrato as comprasVentas } from '../src/areas/compras-ventas/contract.ts'
import { contrato as sesion } from '../src/areas/sesion/contract.ts'
import { PLANTILLAS } from '../src/core/permisos.ts'
import { type App, buildApp } from '../src/main.app.ts'
import { SERVER } from '../src/server/embedded/roles.ts'
import { alas as alasDe, expectAlive, expectSound, hoy, VIERNES } from './support/demo/hoy.ts'
import { createDatabase } from './support/servidor/database.ts'
import { comoDueno } from './support/servidor/dueno.ts'
import { comoRol } from './support/servidor/url.ts'
import { ENSAYO, ensayo } from './support/vitest/ensayo.ts'

/* The demo on its first start, at any hour of the day. */

const database = await createDatabase()
afterAll(() => database.drop())

const alas = <T>(
  instant: string,
  look: (app: App) => Promise<T>,
  ...more: [url?: string, what?: object]
) => alasDe(instant, look, more[0] ?? database.url, more[1])

/** Sunday, five in the morning in Lima. */
const DOMINGO = '2025-11-23T10:00:00.000Z'
const LUNES = '2025-11-24T06:10:00.000Z'
/** When it is started for the last time. */
const DESPUES = ENSAYO ? '2025-12-04T03:00:00.000Z' : LUNES

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
  ['the next day, at one in the morning', LUNES] as const,
  ...(ENSAYO ? [['nine days later, at night', DESPUES] as const] : []),
])('started again %s, it has a new open day', async (_, instant) => {
  await alas(instant, async (app) => {
    expectAlive(await hoy(app))
    await expectSound(app)
  })
})

ensayo(
  'ten minutes after midnight nothing of the day is dated before midnight or after the clock',
  async () => {
    const other = await createDatabase()
    try {
      await alas(
        '2025-11-21T05:10:00.000Z',
        async (app) => {
          expect(await hoy(app)).toMatchObject({ turnos: 1, futuro: 0, transferencias: 2 })
          await expectSound(app)
        },
        other.url,
      )
    } finally {
      await other.drop()
    }
  },
)

test('the supervisor holds what the manager’s template offers, at every branch; the original manager holds nothing', async () => {
  await alas(DESPUES, async (app) => {
    const permisos = async (usuario: string) =>
      (await (await entrar(app, usuario))(sesion.sesion, {})).usuario.permisos.toSorted()
    const suyos = [...PLANTILLAS.mgr.permisos, 'sucursales:todas']
    expect(await permisos('supervisora')).toEqual(suyos.toSorted())
    expect(await permisos('gerente')).toEqual([])
  })
})

test('the supervisor approves what waits, annuls an operation, and closed the days', async () => {
  await alas(DESPUES, async (app) => {
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

ensayo('while it runs it goes on by itself, but not while somebody works in it', async () => {
  const other = await createDatabase()
  const MEDIODIA = '2025-11-24T12:30:00.000Z'
  const AYER = '2025-11-23T23:00:00.000Z'
  try {
    await alas(AYER, async () => {}, other.url)
    // As the running program does it: the role that signs in to serve.
    const servidor = comoRol(other.url, SERVER)
    // Whoever was there five minutes before now may be back at any moment.
    await comoDueno(other.url, "UPDATE sesiones SET usada_en = '2025-11-24T12:25:00Z'")
    expect(await revivir(servidor, { ahora: MEDIODIA })).toBe(false)
    await comoDueno(other.url, "UPDATE sesiones SET usada_en = '2025-11-24T11:00:00Z'")
    expect(await revivir(servidor, { ahora: MEDIODIA })).toBe(true)
    await comoDueno(other.url, "UPDATE sesiones SET usada_en = '2025-11-24T11:00:00Z'")
    expect(await revivir(servidor, { ahora: MEDIODIA })).toBe(false)
    const app = await buildApp({ url: other.url, reloj: () => MEDIODIA, juzga: true })
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
      other.url,
      { plena: true },
    )
  } finally {
    await other.drop()
  }
}

ensayo('loaded twice at one instant the whole demo is the same', async () => {
  const once = await documentos(VIERNES)
  expect(once).toEqual(await documentos(VIERNES))
})
