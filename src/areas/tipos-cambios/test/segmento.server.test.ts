import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PEN, USD, VES } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { type Segmento, type Tramo, tramoDe, tramosPara } from '../../../core/dinero/tramos.ts'
import { contrato as ventas } from '../../compras-ventas/contract.ts'
import { contrato as ordenes } from '../../ordenes/contract.ts'
import { contrato } from '../contract.ts'

/* The rate of a client's own segment is his from the first amount on, at the counter and in orders. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, ana } = casa
const { compra } = mostrador(casa)
await comoDueno(app.url, "UPDATE ajustes SET valor = '10000000' WHERE clave LIKE 'umbral_%'")
const segmento = (cual: string) =>
  comoDueno(app.url, `UPDATE clientes SET segmento = '${cual}' WHERE id = ${ana}`)

/** The wholesale rate of a corridor from this amount on. */
async function mayorista(base_id: number, cotizacion_id: number, tasa: string, monto_min: string) {
  const body = {
    ...{ pais: 'pe', base_id, cotizacion_id, metodo_calculo: 'm', precision: 3, margen: '0' },
    ...{ tasa_manual: true, tasa, motivo: 'Por volumen', segmento: 'mayorista', monto_min },
  } as const
  const made = await adm.call(contrato.crear, { body })
  expect(made.status).toBe(201)
  return made.body.historicoTipoCambioId
}
const buys = await mayorista(USD, PEN, '3.530', '1000')
const sends = await mayorista(PEN, VES, '53.528', '5000')
const post = (more: object) =>
  adm.call(ventas.crear, {
    body: { ...compra('100.00', '352.00', more), confirmo_duplicado: true },
  })
const propia = { historico_id: buys, tasa: '3.530' }
const en = (soles: string) => compra('100.00', soles).entregamos

test('at the counter a wholesale client has the wholesale rate for any amount, and no other', async () => {
  await segmento('publico')
  expect((await post({})).status).toBe(201)
  // Its own amounts begin higher.
  expect((await post({ ...propia, entregamos: en('353.00') })).error.codigo).toBe('VALIDACION')
  await segmento('mayorista')
  const wrong = await post({})
  expect([wrong.error.codigo, wrong.error.message]).toEqual([
    'TASA_OTRO_TRAMO',
    'Para US$ 100.00 rige la tasa del segmento mayorista: 3.530. Confirme la nueva tasa.',
  ])
  expect((await post({ ...propia, entregamos: en('353.00') })).status).toBe(201)
  // Whoever is not known has the public rate.
  const occasional = { cliente_id: null }
  expect((await post({ ...propia, ...occasional, entregamos: en('353.00') })).error.codigo).toBe(
    'VALIDACION',
  )
  expect((await post(occasional)).status).toBe(201)
})

test('switched off, his segment’s rate leaves him the public one', async () => {
  await segmento('mayorista')
  const set = (on: boolean) =>
    comoDueno(
      app.url,
      `UPDATE tipos_cambios SET estatus = ${on} WHERE segmento = 'mayorista' AND base_id = ${USD}`,
    )
  await set(false)
  expect((await post({})).status).toBe(201)
  await set(true)
  expect((await post({})).error.codigo).toBe('TASA_OTRO_TRAMO')
})

test('below the least amount that is quoted nothing reigns for him either', async () => {
  await segmento('mayorista')
  const least = (min: string) =>
    comoDueno(
      app.url,
      `UPDATE tipos_cambios SET monto_min = ${min} WHERE segmento = 'publico' AND base_id = ${USD} AND cotizacion_id = ${PEN}`,
    )
  await least('150')
  const small = await post({ ...propia, entregamos: en('353.00') })
  expect([small.error.codigo, small.error.errors?.[0]]).toEqual([
    'VALIDACION',
    { campo: 'monto', msg: 'Este tipo de cambio admite montos desde 150.' },
  ])
  await least('NULL')
})

test('a promise at the rate of another step is not stored', async () => {
  await segmento('mayorista')
  const promise = (historico_id: number, cliente_id: number | null, monto = '90.00') =>
    adm.call(contrato.cotizar, {
      body: { tipo: 'compra', historico_id, cliente_id, nota: `Juan Pérez de ${monto}`, monto },
    })
  expect((await promise(casa.tasas.compraUsd, ana)).error.codigo).toBe('TASA_OTRO_TRAMO')
  expect((await promise(buys, null)).error.codigo).toBe('TASA_OTRO_TRAMO')
  expect((await promise(buys, ana)).status).toBe(201)
  expect((await promise(casa.tasas.compraUsd, null)).status).toBe(201)
  expect((await promise(buys, null, '1500.00')).status).toBe(201)
})

test('an order of his is quoted and requoted at it', async () => {
  const query = {
    ...{ pais: 'pe', base_id: PEN, cotizacion_id: VES, envia: '500.00', cliente_id: ana },
  }
  await segmento('mayorista')
  const quote = (await adm.call(ordenes.cotizar, { query })).body
  expect([quote.historico_id, quote.segmento, quote.recibe]).toEqual([
    sends,
    'mayorista',
    '26764.00',
  ])
  const { cliente_id: _, ...anybody } = query
  expect((await adm.call(ordenes.cotizar, { query: anybody })).body.segmento).toBe('publico')
  const create = (historico_id: number) =>
    adm.call(ordenes.crear, { body: casa.orden({ historico_id }) })
  expect((await create(casa.historico)).error.codigo).toBe('TASA_OTRO_TRAMO')
  const { id } = (await create(sends)).body
  const shown = await adm.call(ordenes.obtener, { params: { id } })
  expect(shown.body.tasa_actual?.historico_id).toBe(sends)
  const requote = (historico_id: number) =>
    adm.call(ordenes.recotizar, { params: { id }, body: { historico_id, envia: '600.00' } })
  expect((await requote(casa.historico)).error.codigo).toBe('TASA_OTRO_TRAMO')
  expect((await requote(sends)).status).toBe(200)
})

test('the database selects the same rate for a client as the screens do', async () => {
  const cents = (n: number) => texto(decimal(String(n)).div(100), 2)
  const clean = () => comoDueno(app.url, "DELETE FROM tipos_cambios WHERE pais = 'mx'")
  const asked = async (monto: string) => {
    const { rows } = await sql<{ id: number | null }>`
      SELECT tipos_cambios_del_cliente('mx', 2, 3, ${monto}::numeric, ${ana}) AS id`.execute(app.db)
    return rows[0]?.id
  }
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 101, max: 300_000 }), { minLength: 2, maxLength: 2 }),
      fc.constantFrom<number | null>(null, 100),
      fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 10, maxLength: 10 }),
      async ([a = 0, b = 0], least, amounts) => {
        await clean()
        await comoDueno(
          app.url,
          `INSERT INTO tipos_cambios (pais, base_id, cotizacion_id, metodo_calculo, precision, tasa_manual, segmento, monto_min)
           VALUES ('mx', 2, 3, 'd', 3, true, 'publico', $1), ('mx', 2, 3, 'd', 3, true, 'mayorista', $2),
                  ('mx', 2, 3, 'd', 3, true, 'preferente', $3)`,
          [least === null ? null : cents(least), cents(a), cents(b)],
        )
        const { rows: steps } = await sql<Tramo & { id: number; segmento: Segmento }>`
          SELECT tipo_cambio_id AS id, segmento, desde::text AS desde, hasta::text AS hasta, tope::text AS tope,
                 '1' AS tasa, 'm' AS metodo_calculo FROM tipos_cambios_tramos('mx', 2, 3)`.execute(
          app.db,
        )
        for (const own of ['publico', 'mayorista'] as const) {
          await segmento(own)
          for (const monto of [...amounts, a, b, a - 1, b - 1, 99, 100]) {
            const text = cents(monto)
            expect(await asked(text)).toBe(tramoDe(tramosPara(steps, own), text)?.id ?? null)
          }
        }
      },
    ),
    { numRuns: 15 },
  )
  await clean()
})
