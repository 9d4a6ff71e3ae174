import { sql } from 'kysely'
import { expect } from 'vitest'
import type { App } from '../../../src/main.app.ts'

/** How near to an amount counts as just under it or just over it. */
const CERCA = 0.05

/** Operations of the counter and orders that stand. */
const TODO = sql`todo AS (
  SELECT cliente_id, fecha_negocio, monto_usd, usuario_id FROM compras_ventas WHERE estado <> 'anulada'
  UNION ALL SELECT cliente_id, fecha_negocio, monto_usd, NULL FROM ordenes WHERE estado <> 'anulada')`

/** What each client moved in a calendar month. */
const MES = sql`SELECT sum(monto_usd) FROM todo WHERE cliente_id IS NOT NULL
  GROUP BY cliente_id, date_trunc('month', fecha_negocio)`
const UNA = sql`SELECT monto_usd FROM compras_ventas WHERE estado = 'completada'`

/** By setting: the amounts of the demo that are measured with it. */
const MEDIDOS = {
  umbral_identificacion_usd: MES,
  umbral_declaracion_usd: MES,
  ro_multiple_usd: MES,
  ro_unica_usd: UNA,
  orden_doble_control_usd: UNA,
  gasto_aprobacion_funcional: sql`SELECT monto FROM gastos WHERE estado = 'pagado'`,
  ajuste_aprobacion_funcional: sql`SELECT abs(importe) FROM ajustes_saldo WHERE estado = 'aplicado'`,
  turno_nota_funcional: sql`SELECT sum(abs(x.diferencia)) FROM turnos t JOIN LATERAL (
      SELECT DISTINCT ON (cuenta_id) cuenta_id, diferencia FROM conteos WHERE turno_id = t.id
      ORDER BY cuenta_id, id DESC) x ON x.diferencia <> 0
    WHERE t.estado = 'aprobado' GROUP BY t.id`,
} as const

/** What counted within a limit of a day, by one person. */
const delDia = (ventana: string) => sql`SELECT sum(importe) FROM del_dia WHERE ventana = ${ventana}
  GROUP BY usuario_id, fecha`

/**
 * By setting: the amounts of a day that are measured with it. What another person allowed does not count within the
 * limit of whoever asked; so what passes it is looked for in all that he did, with what was allowed.
 */
const DE_UN_DIA = {
  anular_propia_usd: sql`SELECT monto_usd FROM compras_ventas WHERE estado = 'anulada'`,
  aprobacion_dia_funcional: delDia('aprueba'),
  aprobacion_limite_funcional: sql`SELECT importe FROM del_dia WHERE ventana = 'aprueba'`,
  // No account of the demo says what its bank charges: all of a charge is beyond that.
  cargo_exceso_funcional: sql`SELECT t.comision_origen FROM transferencias t JOIN monedas m ON m.id = t.moneda_id
    WHERE m.funcional AND t.estado <> 'anulada'`,
  contraparte_dia_usd: sql`SELECT sum(importe) FROM del_dia WHERE ventana = 'contraparte' GROUP BY sujeto, fecha`,
  // What passes it is confirmed by another person: here with what she confirmed of her own that day.
  dos_personas_dia_usd: sql`SELECT d.suma FROM (SELECT usuario_id, fecha, sum(importe) AS suma FROM del_dia
      WHERE ventana = 'confirma' GROUP BY 1, 2) d
    UNION ALL SELECT d.suma + o.monto_usd FROM (SELECT usuario_id, fecha, sum(importe) AS suma FROM del_dia
      WHERE ventana = 'confirma' GROUP BY 1, 2) d
    JOIN compras_ventas o ON o.usuario_id = d.usuario_id AND o.fecha_negocio = d.fecha AND EXISTS (
      SELECT FROM compras_ventas_pagos g WHERE g.compra_venta_id = o.id AND g.verificado_por <> o.usuario_id)`,
  gasto_sin_papel_funcional: sql`${delDia('sin-papel')} UNION ALL SELECT sum(valor) FROM gastos
    WHERE estado = 'pagado' AND comprobante = 'sin' GROUP BY solicitado_por, fecha`,
  gasto_sin_papel_categoria_funcional: sql`SELECT sum(importe) FROM del_dia WHERE ventana = 'sin-papel-categoria'
      GROUP BY sujeto, fecha
    UNION ALL SELECT sum(valor) FROM gastos WHERE estado = 'pagado' AND comprobante = 'sin' GROUP BY categoria_id, fecha`,
  interna_dia_funcional: sql`${delDia('interna')} UNION ALL SELECT sum(costo) FROM transferencias
    WHERE tipo IN ('interna', 'conversion') AND estado = 'completada' GROUP BY usuario_id, fecha_negocio`,
  sin_cliente_dia_usd: sql`${delDia('sin-cliente')} UNION ALL SELECT sum(monto_usd) FROM compras_ventas
    WHERE cliente_id IS NULL AND estado <> 'anulada' GROUP BY usuario_id, fecha_negocio`,
} as const

/**
 * What nobody of the demo passes, because nobody can: above what one cashier may have promised at once the server
 * refuses the promise, and no other person says yes to it. Just under it somebody is.
 */
const SIN_SOBRE = {
  cotizacion_abiertas_usd: sql`SELECT (SELECT sum(x.monto) FROM tipos_cambios_cotizaciones x JOIN monedas m ON m.id = x.moneda_id
      WHERE m.iso = 'USD' AND x.usuario_id = c.usuario_id AND x.fecha <= c.fecha AND coalesce(x.usada_en, x.vence_en) > c.fecha)
    FROM tipos_cambios_cotizaciones c`,
} as const

/** Whether some of these amounts are just under, and some just over a limit. */
const cerca = (limite: number, montos: readonly number[]) => ({
  limite,
  bajo: montos.some((each) => each < limite && each >= limite * (1 - CERCA)),
  sobre: montos.some((each) => each >= limite && each <= limite * (1 + CERCA)),
})

/** Somebody is just under and somebody just over each amount from which the house asks for more, as its settings say. */
export async function expectUmbrales({ db }: App): Promise<void> {
  const { rows: claves } = await sql<{ clave: string }>`
    SELECT clave FROM ajustes_reglas WHERE clave ~ '_(usd|funcional)$' ORDER BY 1`.execute(db)
  expect(claves.map(({ clave }) => clave)).toEqual(
    Object.keys({ ...MEDIDOS, ...DE_UN_DIA, ...SIN_SOBRE }).toSorted(),
  )
  const faltan: object[] = []
  for (const [clave, medido] of Object.entries({ ...MEDIDOS, ...DE_UN_DIA, ...SIN_SOBRE })) {
    const { rows } = await sql<{ limite: number; montos: number[] }>`
      WITH ${TODO}, x (monto) AS (${medido})
      SELECT ajuste(${clave})::float8 AS limite, (SELECT array_agg(monto::float8) FROM x) AS montos`.execute(
      db,
    )
    const { limite, montos } = rows[0] ?? { limite: 0, montos: [] }
    const { bajo, sobre } = cerca(limite, montos ?? [])
    const alrededor = (montos ?? []).filter((each) => Math.abs(each - limite) < limite / 4)
    if (!bajo || sobre === clave in SIN_SOBRE)
      faltan.push({ clave, limite, bajo, sobre, alrededor })
  }
  expect(faltan).toEqual([])
  // What one person may register in one operation: his own is just under it, another one’s just over it.
  const { rows } = await sql<{ limite: number; suyas: number[]; ajenas: number[] }>`
    WITH ${TODO} SELECT u.limite_usd::float8 AS limite,
      (SELECT array_agg(monto_usd::float8) FROM todo WHERE usuario_id = u.id) AS suyas,
      (SELECT array_agg(monto_usd::float8) FROM todo WHERE usuario_id <> u.id) AS ajenas
    FROM usuarios u WHERE u.usuario = 'cajero'`.execute(db)
  const { limite = 0, suyas = [], ajenas = [] } = rows[0] ?? {}
  expect(limite).toBeGreaterThan(0)
  expect([cerca(limite, suyas).bajo, cerca(limite, ajenas).sobre]).toEqual([true, true])
  expect(Math.max(...suyas)).toBeLessThanOrEqual(limite)
}
