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

/**
 * The other amounts of the settings, which bound what one person does in a day, or what is asked of another: no client
 * and no document is just under or over them. The demo raises `dos_personas_dia_usd` to US$ 3,000 for its one cashier.
 */
const DE_UN_DIA = [
  ...['anular_propia_usd', 'aprobacion_dia_funcional', 'aprobacion_limite_funcional'],
  ...['cargo_exceso_funcional', 'contraparte_dia_usd', 'cotizacion_abiertas_usd'],
  ...['dos_personas_dia_usd', 'gasto_sin_papel_categoria_funcional', 'gasto_sin_papel_funcional'],
  ...['interna_dia_funcional', 'sin_cliente_dia_usd'],
]

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
    [...Object.keys(MEDIDOS), ...DE_UN_DIA].toSorted(),
  )
  for (const [clave, medido] of Object.entries(MEDIDOS)) {
    const { rows } = await sql<{ limite: number; montos: number[] }>`
      WITH ${TODO}, x (monto) AS (${medido})
      SELECT ajuste(${clave})::float8 AS limite, (SELECT array_agg(monto::float8) FROM x) AS montos`.execute(
      db,
    )
    const { limite, montos } = rows[0] ?? { limite: 0, montos: [] }
    expect({ clave, ...cerca(limite, montos) }).toEqual({ clave, limite, bajo: true, sobre: true })
  }
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
