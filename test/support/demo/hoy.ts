import { sql } from 'kysely'
import { expect } from 'vitest'
import { loadDemo } from '../../../scripts/demo/load.ts'
import { type App, buildApp } from '../../../src/main.app.ts'
import { verificar } from '../../../src/main.libros.ts'

/** Loads or continues the demo at an instant, and opens the program with its clock at that instant. */
export async function alas<T>(
  instant: string,
  look: (app: App) => Promise<T>,
  url: string,
  { dias = 1, plena = false } = {},
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
export async function hoy({ db }: App): Promise<Hoy> {
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

export const TODOS = ['anulada', 'completada', 'en_proceso', 'pagada', 'pendiente', 'vencida']

/** Today as it must be, whatever the day. */
export function expectAlive(day: Hoy): void {
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

export const expectSound = async ({ db }: App) =>
  expect((await verificar(db)).diferencia).toBeNull()

/** Friday, 23:10 in Lima: the day is long. */
export const VIERNES = '2025-11-22T04:10:00.000Z'
