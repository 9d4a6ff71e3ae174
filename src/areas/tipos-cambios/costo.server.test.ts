import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../../test/jaula/azar.ts'
import { montarTasas } from '../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { conectarDueno } from '../../../test/support/servidor/dueno.ts'
import { decimal, texto } from '../../core/dinero/decimal.ts'
import { bajoCosto, costoDe, type ParPrecio, tasaCosto } from './rules.ts'

const app = await startTestApp()
await montarTasas(app)

interface Fila {
  id: number
  base_id: number
  cotizacion_id: number
  metodo_calculo: 'm' | 'd'
  origen: (ParPrecio & { id: number }) | null
  destino: (ParPrecio & { id: number }) | null
}

test(`a rate is below its cost here and in the database, to the last decimal (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA)
  const par = (
    alias: string,
  ) => sql`CASE WHEN ${sql.ref(`${alias}.id`)} IS NULL THEN NULL ELSE jsonb_build_object(
    'id', ${sql.ref(`${alias}.id`)}, 'base_id', ${sql.ref(`${alias}.base_id`)}, 'cotizacion_id', ${sql.ref(`${alias}.cotizacion_id`)}) END`
  const { rows: filas } = await sql<Fila>`
    SELECT t.id, t.base_id, t.cotizacion_id, h.metodo_calculo, ${par('o')} AS origen, ${par('d')} AS destino
    FROM tipos_cambios t JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
    LEFT JOIN pares_divisas o ON o.id = t.par_origen_id LEFT JOIN pares_divisas d ON d.id = t.par_destino_id
    WHERE t.estatus AND (o.id IS NOT NULL OR d.id IS NOT NULL) ORDER BY t.id`.execute(app.db)
  expect(filas.length).toBeGreaterThan(5)
  const ids = [...new Set(filas.flatMap(({ origen, destino }) => [origen?.id, destino?.id]))]
  const client = await conectarDueno(app.url)
  await client.query('SET session_replication_role = replica')
  const seen = new Set<boolean>()
  for (let i = 0; i < 40; i += 1) {
    const precios = new Map(
      ids.flatMap((id) => {
        if (!id) return []
        const cents = azar.entero(100, 999_999)
        const [compra, venta] = [cents, cents + azar.entero(0, 50)].map((n) =>
          texto(decimal(String(n)).div(1000), 3),
        ) as [string, string]
        return [[id, { compra, venta }] as const]
      }),
    )
    const tasas = filas.map((fila) => {
      const priced = (p: Fila['origen']) => p && { ...p, ...precios.get(p.id) }
      const costo = costoDe(fila, { origen: priced(fila.origen), destino: priced(fila.destino) })
      if (!costo) throw new Error(`${fila.id} has no cost`)
      // At cost, a digit away from it, or anywhere.
      const cost = decimal(tasaCosto(costo, fila.metodo_calculo, 8))
      const off = azar.de(['0', '0.00000001', '-0.00000001', '0.5', '-0.5'])
      const tasa = texto(cost.plus(off).lte(0) ? cost.plus('0.00000001') : cost.plus(off), 8)
      return { id: fila.id, tasa, bajo: bajoCosto(costo, tasa, fila.metodo_calculo) }
    })
    await client.query(
      `UPDATE pares_divisas p SET compra = x.compra, venta = x.venta, precision = 3
       FROM jsonb_to_recordset($1::jsonb) AS x (id int, compra numeric, venta numeric) WHERE p.id = x.id`,
      [JSON.stringify([...precios].map(([id, each]) => ({ id, ...each })))],
    )
    await client.query(
      `UPDATE tipos_cambios_historico h SET tasa = x.tasa, precision = 8
       FROM jsonb_to_recordset($1::jsonb) AS x (id int, tasa numeric) WHERE h.tipo_cambio_id = x.id AND upper_inf(h.vigencia)`,
      [JSON.stringify(tasas)],
    )
    const { rows } = await client.query<{ id: number }>(
      'SELECT id FROM tipos_cambios_bajo_costo() id ORDER BY 1',
    )
    expect(rows.map(({ id }) => id)).toEqual(tasas.flatMap(({ id, bajo }) => (bajo ? [id] : [])))
    for (const { bajo } of tasas) seen.add(bajo)
  }
  await client.end()
  expect(seen.size).toBe(2)
})
