import { sql } from 'kysely'
import { contrato } from '../../../src/areas/comisiones/contract.ts'
import type { Client, TestApp } from '../servidor/app.ts'
import { comoDueno } from '../servidor/dueno.ts'
import { type Casa, PEN, USD } from './casa.ts'

/** A rule as the form sends it: from today on, half the margen of every operation for the user who made it. */
export const regla = (more: Record<string, unknown> = {}) => ({
  rol: 'creador',
  base: 'margen',
  valor: '50',
  desde: '2025-11-20',
  ...more,
})

/** Creates a rule; returns its id. */
export async function conRegla(
  adm: Client,
  more: Record<string, unknown> = {},
): Promise<{ id: number; version: number }> {
  const { status, body, error } = await adm.call(contrato.crearRegla, { body: regla(more) })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(error)}`)
  return { id: body.id, version: 1 }
}

/** Ends every rule, used or not, so that each test starts without rules. */
export async function sinReglas({ url }: Pick<TestApp, 'url'>): Promise<void> {
  await comoDueno(
    url,
    `ALTER TABLE comisiones_reglas DISABLE TRIGGER USER;
     UPDATE comisiones_reglas SET retirada = true;
     ALTER TABLE comisiones_reglas ENABLE TRIGGER USER`,
  )
}

/** Sells dollars at 3.560, cost rate 3.520, average cost 3.51: per US$ 100 a margen of 4.00, a ganancia of 5.00. */
export async function conMargen({ db }: Pick<TestApp, 'db'>, { tasas }: Casa): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT t.id FROM tipos_cambios t WHERE t.base_id = ${PEN} AND t.cotizacion_id = ${USD} AND t.pais = 'pe'`.execute(
    db,
  )
  // Publishing the same rate again changes nothing: the rate has to change in between.
  for (const tasa of ['3.561', '3.560']) {
    const p = { tasa, tasa_costo: '3.520', precision: 3, metodo_calculo: 'd', origen: 'manual' }
    const { rows: made } = await sql<{ id: number }>`
      SELECT tipos_cambios_publicar(${rows[0]?.id}, ${JSON.stringify(p)}::jsonb, NULL) AS id`.execute(
      db,
    )
    tasas.ventaUsd = made[0]?.id as number
  }
}
