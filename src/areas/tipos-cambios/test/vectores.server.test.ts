import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { SEMILLA } from '../../../../test/jaula/azar.ts'
import { vectores } from '../../../../test/support/areas/vectores.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { ENSAYO } from '../../../../test/support/vitest/ensayo.ts'
import { cotizar } from '../../../core/dinero/tasa.ts'
import { contrato } from '../contract.ts'

/** R-29; CAMBISTA_VECTORES sets the number of rates, with 100 amounts each. */
const TASAS = Number(process.env.CAMBISTA_VECTORES ?? (ENSAYO ? 100 : 20))
const MONTOS = 100

const app = await startTestApp()
const adm = await app.signedIn('adm')

/** Two currencies for each number of decimals, because a corridor may have the same on both sides. */
const moneda = (lado: 'envia' | 'recibe', decimales: number) =>
  (lado === 'envia' ? 900 : 920) + decimales

test(`core, API and SQL agree on ${TASAS * MONTOS} conversions, digit for digit (seed ${SEMILLA})`, async () => {
  await comoDueno(
    app.url,
    `INSERT INTO monedas (id, nombre, iso, simbolo, decimales)
     SELECT b + d, 'Prueba ' || b + d, 'P' || b + d, 'p', d FROM generate_series(0, 8) d, (VALUES (900), (920)) x (b)`,
  )
  const groups = vectores(SEMILLA, TASAS, MONTOS)
  const core = groups
    .flat()
    .map(({ lado, monto, decimales, ...tasa }) =>
      cotizar(lado === 'envia' ? { envia: monto } : { recibe: monto }, tasa, decimales),
    )
  const { rows } = await sql<{ envia: string; recibe: string }>`
    SELECT CASE v.lado WHEN 'envia' THEN round(v.monto, v.de)
             ELSE convertir(v.monto, v.tasa, CASE v.metodo WHEN 'm' THEN 'd' ELSE 'm' END, v.de, 'arriba') END::text AS envia,
           CASE v.lado WHEN 'recibe' THEN round(v.monto, v.a)
             ELSE convertir(v.monto, v.tasa, v.metodo, v.a, 'abajo') END::text AS recibe
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(
      groups.flat().map(({ metodo_calculo: metodo, decimales, lado, monto, tasa }) => ({
        ...{ metodo, lado, monto, tasa, de: decimales.envia, a: decimales.recibe },
      })),
    )}::jsonb) AS (metodo text, lado text, monto numeric, tasa numeric, de int, a int))
      WITH ORDINALITY AS v (metodo, lado, monto, tasa, de, a, n) ORDER BY v.n`.execute(app.db)
  expect(rows).toEqual(core)
  const api: unknown[] = []
  for (const [i, group] of groups.entries()) api.push(...(await quoteAll(i, group)))
  expect(api).toEqual(core)
})

/** Publishes one rate and quotes each of its amounts over HTTP. */
async function quoteAll(i: number, group: ReturnType<typeof vectores>[number]) {
  const [first] = group
  if (!first) return []
  const { metodo_calculo, precision, tasa, decimales } = first
  const pais = ['pe', 've', 'co', 'cl', 'ec', 'us', 'br', 'ar', 'mx', 'bo', 'es'][i % 11] as string
  const divisaBaseId = moneda('envia', decimales.envia)
  const divisaCotizacionId = moneda('recibe', decimales.recibe)
  const corridor = { pais, base_id: divisaBaseId, cotizacion_id: divisaCotizacionId }
  const body = { ...corridor, metodo_calculo, precision, margen: '0', tasa_manual: true, tasa }
  const made = await adm.call(contrato.crear, { body })
  if (made.status === 409) {
    const { body: all } = await adm.call(contrato.listar)
    const old = all.find(
      (t) =>
        t.pais === pais && t.base_id === divisaBaseId && t.cotizacion_id === divisaCotizacionId,
    )
    const change = {
      ...corridor,
      metodo_calculo,
      precision,
      margen: '0',
      tasa,
      version: old?.version,
    }
    await adm.call(contrato.editar, { params: { id: old?.id ?? 0 }, body: change })
  }
  const params = { paisId: pais, divisaBaseId, divisaCotizacionId }
  return Promise.all(
    group.map(async ({ lado, monto }) => {
      const query: Record<string, string> = lado === 'envia' ? { monto } : { monto_recibe: monto }
      const answer = await adm.call(contrato.divisas, { params, query })
      if (answer.status !== 200)
        throw new Error(`${JSON.stringify(query)}: ${answer.error.message}`)
      return { envia: answer.body.envia, recibe: answer.body.recibe }
    }),
  )
}
