import { sql } from 'kysely'
import { contrato } from '../../../src/areas/comisiones/contract.ts'
import type { Client, TestApp } from '../servidor/app.ts'
import { type Casa, PEN, USD } from './casa.ts'

/** A rule as the form sends it: the maker's half of the margin of everything, from today on. */
export const regla = (more: Record<string, unknown> = {}) => ({
  rol: 'creador',
  base: 'margen',
  valor: '50',
  desde: '2025-11-20',
  ...more,
})

/** Creates a rule; answers its id. */
export async function conRegla(
  adm: Client,
  more: Record<string, unknown> = {},
): Promise<{ id: number; version: number }> {
  const { status, body, error } = await adm.call(contrato.crearRegla, { body: regla(more) })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(error)}`)
  return { id: body.id, version: 1 }
}

/** Ends every rule that there is, whatever it was applied to: each test starts without any. */
export async function sinReglas({ db }: Pick<TestApp, 'db'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL ROLE NONE`.execute(tx)
    await sql`ALTER TABLE comisiones_reglas DISABLE TRIGGER USER`.execute(tx)
    await sql`UPDATE comisiones_reglas SET retirada = true`.execute(tx)
    await sql`ALTER TABLE comisiones_reglas ENABLE TRIGGER USER`.execute(tx)
  })
}

/** Dollars sold at 3.560 that cost 3.520 then: a margin of 4.00 a hundred, over an average cost of 3.51: 5.00 earned. */
export async function conMargen({ db }: Pick<TestApp, 'db'>, { tasas }: Casa): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT t.id FROM tipos_cambios t WHERE t.base_id = ${PEN} AND t.cotizacion_id = ${USD} AND t.pais = 'pe'`.execute(
    db,
  )
  // The same rate again is no news: it has to change in between.
  for (const tasa of ['3.561', '3.560']) {
    const p = { tasa, tasa_costo: '3.520', precision: 3, metodo_calculo: 'd', origen: 'manual' }
    const { rows: made } = await sql<{ id: number }>`
      SELECT tipos_cambios_publicar(${rows[0]?.id}, ${JSON.stringify(p)}::jsonb, NULL) AS id`.execute(
      db,
    )
    tasas.ventaUsd = made[0]?.id as number
  }
}
