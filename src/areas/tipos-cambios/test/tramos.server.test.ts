import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { montarCasa, PEN, USD, VES } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarTasas, type Tasas } from '../../../../test/support/areas/tasas.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, conectarDueno, esperaAlguien } from '../../../../test/support/servidor/dueno.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { type Tramo, tramoDe } from '../../../core/dinero/tramos.ts'
import { contrato as ventas } from '../../compras-ventas/contract.ts'
import { contrato as pares } from '../../pares-divisas/contract.ts'
import { contrato as pizarra } from '../../pizarra/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
let adm: Client
let casa: Tasas

beforeAll(async () => {
  app.setClock('2025-11-20T15:00:00Z')
  casa = await montarTasas(app)
  adm = casa.adm
})

const params = { paisId: 'pe', divisaBaseId: PEN, divisaCotizacionId: VES }
const lookup = (query: Record<string, string> = {}) => adm.call(contrato.divisas, { params, query })
const regla = (more: object) => ({
  ...{ pais: 'pe', base_id: PEN, cotizacion_id: VES, metodo_calculo: 'm', precision: 3 },
  ...{ par_origen_id: casa.par('pe 3 2'), par_destino_id: casa.par('usd 3 1'), ...more },
})
const crear = (more: object) => adm.call(contrato.crear, { body: regla(more) })
const mayorista = (more: object = {}) =>
  crear({ margen: '4', segmento: 'mayorista', monto_min: '5000', ...more })
async function editar(id: number, more: object) {
  const { body } = await adm.call(contrato.obtener, { params: { id } })
  const { margen, monto_min, monto_max, version } = body
  const whole = regla({ margen, monto_min, monto_max, version, ...more })
  return adm.call(contrato.editar, { params: { id }, body: whole })
}

describe('a corridor with two rates', () => {
  let id: number

  test('the wholesaler’s has its own margin: 4 % gives 53.528', async () => {
    const { status, body } = await mayorista()
    expect([status, body.tasa]).toEqual([201, '53.528'])
    id = body.id
    const row = await adm.call(contrato.obtener, { params: { id } })
    expect(row.body).toMatchObject({ segmento: 'mayorista', monto_min: '5000', hasta: null })
    const base = await adm.call(contrato.obtener, { params: { id: casa.tipo('pe 2 1') } })
    expect(base.body).toMatchObject({ segmento: 'publico', monto_min: null, hasta: '5000' })
  })

  test('the board and the review speak of it with an amount that has it', async () => {
    const { body } = await adm.call(pizarra.ver)
    const sends = body.corredores.filter(({ cotizacion }) => cotizacion.id === VES)
    expect(sends.map(({ desde, tasa }) => [desde, tasa])).toEqual([
      [null, '52.412'],
      ['5000', '53.528'],
    ])
    const precio = { compra: '3.520', venta: '3.570' }
    const review = await adm.call(pares.impacto, {
      body: { pares: [{ id: casa.par('pe 3 2'), ...precio }] },
    })
    const row = review.body.tipos.find((each) => each.id === id)
    expect(row?.ejemplo).toMatchObject({ envia: '5000', recibe_anterior: '267640.00' })
  })

  test('the lookup of the original brief answers the public rate, with the whole ladder', async () => {
    const { body } = await lookup()
    expect(body).toMatchObject({ tasa: '52.412', segmento: 'publico' })
    expect(body.tramos.map(({ tasa, desde, hasta }) => [tasa, desde, hasta])).toEqual([
      ['52.412', '0', '5000'],
      ['53.528', '5000', null],
    ])
  })

  test.each([
    [{ monto: '0.01' }, '52.412'],
    [{ monto: '4999.99' }, '52.412'],
    [{ monto: '5000' }, '53.528'],
    [{ monto: '900000000' }, '53.528'],
    [{ monto_recibe: '26206' }, '52.412'],
    [{ monto_recibe: '267640' }, '53.528'],
  ])('the rate of %j is %s', async (query, tasa) => {
    expect((await lookup(query as Record<string, string>)).body.tasa).toBe(tasa)
  })

  test.each([
    { monto: '0' },
    { monto: '-5' },
    { monto: '1e3' },
    { monto: 'NaN' },
    { monto: '1', monto_recibe: '1' },
    { segmento: 'mayorista' },
  ])('what is no amount is refused: %j', async (query) => {
    expect((await lookup(query as unknown as Record<string, string>)).status).toBe(400)
  })

  test('both follow their pairs in one transaction, each by its own margin', async () => {
    const { contrato: pares } = await import('../../pares-divisas/contract.ts')
    const price = (compra: string) =>
      adm.call(pares.precio, {
        params: { id: casa.par('usd 3 1') },
        body: { compra, venta: '202.00', confirmar: true },
      })
    await price('199.50')
    expect((await lookup()).body.tramos.map(({ tasa }) => tasa)).toEqual(['52.676', '53.797'])
    await price('198.50')
  })

  test('switched off, its amounts are the public’s again, without a hole', async () => {
    await adm.call(contrato.estatus, { params: { id } })
    const { body } = await lookup({ monto: '6000' })
    expect([body.tasa, body.tramos.length]).toEqual(['52.412', 1])
    await adm.call(contrato.estatus, { params: { id } })
    expect((await lookup({ monto: '6000' })).body.tasa).toBe('53.528')
  })

  test('without the public rate the lookup of the original brief has none', async () => {
    const base = { params: { id: casa.tipo('pe 2 1') } }
    await adm.call(contrato.estatus, base)
    expect((await lookup()).error.codigo).toBe('TASA_INACTIVA')
    const below = await lookup({ monto: '10' })
    expect(below.error.codigo).toBe('MONTO_SIN_TASA')
    expect(below.error.message).toBe(
      'No se cotiza ese monto de PEN a VES: se cotiza desde S/ 5,000.00.',
    )
    await adm.call(contrato.estatus, base)
  })

  test.each<[string, object, string]>([
    ['the same segment twice', { monto_min: '9000' }, 'cotizacion_id'],
    ['the same beginning', { segmento: 'preferente', monto_min: '5000.00' }, 'monto_min'],
    ['no beginning', { segmento: 'preferente', monto_min: null }, 'monto_min'],
    ['a beginning at nothing', { segmento: 'preferente', monto_min: '0' }, 'monto_min'],
    ['an unknown segment', { segmento: 'vip', monto_min: '9000' }, 'segmento'],
  ])('%s is refused', async (_, more, campo) => {
    const { status, error } = await mayorista(more)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(error.errors?.[0]?.campo).toBe(campo)
    expect((await lookup()).body.tramos).toHaveLength(2)
  })

  test('no bound leaves amounts without a rate', async () => {
    const hole = await editar(casa.tipo('pe 2 1'), { monto_max: '4000' })
    expect([hole.status, hole.error.errors]).toEqual([
      400,
      [{ campo: 'monto_max', msg: 'Los montos de 4000 a 5000 quedarían sin tasa.' }],
    ])
    expect((await editar(casa.tipo('pe 2 1'), { monto_max: '4999.99' })).status).toBe(200)
    const later = await editar(id, { segmento: 'mayorista', monto_min: '6000' })
    expect(later.error.errors?.[0]?.campo).toBe('monto_min')
    expect((await editar(casa.tipo('pe 2 1'), { monto_max: null })).status).toBe(200)
  })

  test('the public rate stays the first step, and stays', async () => {
    const above = await editar(casa.tipo('pe 2 1'), { monto_min: '5000' })
    expect(above.error.errors?.[0]?.campo).toBe('monto_min')
    const gone = await editar(casa.tipo('pe 2 1'), { pais: 'bo' })
    expect(gone.error.errors?.[0]?.campo).toBe('segmento')
    const alone = await crear({ pais: 'ec', margen: '1', segmento: 'mayorista', monto_min: '10' })
    expect(alone.error.errors?.[0]).toEqual({
      campo: 'segmento',
      msg: 'Cree primero la tasa al público de ese corredor.',
    })
  })

  test('an edit that does not name the segment keeps it', async () => {
    expect((await editar(id, { margen: '3' })).body.tasa).toBe('54.085')
    expect((await adm.call(contrato.obtener, { params: { id } })).body.segmento).toBe('mayorista')
    await editar(id, { margen: '4' })
  })

  test('two changes of one corridor wait for each other', async () => {
    const other = await conectarDueno(app.url)
    await other.query('BEGIN')
    await other.query('UPDATE tipos_cambios SET monto_max = 4999.99 WHERE id = $1', [
      casa.tipo('pe 2 1'),
    ])
    const late = editar(id, { segmento: 'mayorista', monto_min: '6000' })
    await esperaAlguien(app.url)
    await other.query('COMMIT')
    await other.end()
    // Each alone is fine; together they would leave 5,000 to 6,000 without a rate.
    expect((await late).error.errors?.[0]?.campo).toBe('monto_min')
    await editar(casa.tipo('pe 2 1'), { monto_max: null })
  })
})

test('the database has one step for every amount, the same as the browser’s', async () => {
  const starts = fc.uniqueArray(fc.integer({ min: 1, max: 300_000 }), {
    minLength: 2,
    maxLength: 2,
  })
  const cents = (n: number) => texto(decimal(String(n)).div(100), 2)
  const clean = () => comoDueno(app.url, "DELETE FROM tipos_cambios WHERE pais = 'mx'")
  await fc.assert(
    fc.asyncProperty(
      starts,
      fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 20, maxLength: 20 }),
      async ([a, b], amounts) => {
        await clean()
        await comoDueno(
          app.url,
          `INSERT INTO tipos_cambios (pais, base_id, cotizacion_id, metodo_calculo, precision, tasa_manual, segmento, monto_min)
           VALUES ('mx', 2, 3, 'd', 3, true, 'publico', NULL), ('mx', 2, 3, 'd', 3, true, 'mayorista', $1),
                  ('mx', 2, 3, 'd', 3, true, 'preferente', $2)`,
          [cents(a as number), cents(b as number)],
        )
        const { rows: steps } = await sql<Tramo & { id: number }>`
          SELECT tipo_cambio_id AS id, desde::text AS desde, hasta::text AS hasta, tope::text AS tope,
                 '1' AS tasa, 'm' AS metodo_calculo FROM tipos_cambios_tramos('mx', 2, 3)`.execute(
          app.db,
        )
        for (const monto of [...amounts, a, b, (a as number) - 1 || 1, (b as number) - 1 || 1]) {
          const text = cents(monto as number)
          const { rows } = await sql<{ id: number }>`
            SELECT tipos_cambios_del_monto('mx', 2, 3, ${text}::numeric) AS id`.execute(app.db)
          expect(rows[0]?.id).toBe(tramoDe(steps, text)?.id)
        }
      },
    ),
    { numRuns: 40 },
  )
  await clean()
})

describe('posting', () => {
  test('an operation at another amount’s rate is refused, and told the right one', async () => {
    const fresh = await startTestApp()
    const house = await montarCasa(fresh)
    const { compra, venta } = mostrador(house)
    await comoDueno(fresh.url, "UPDATE ajustes SET valor = '10000000' WHERE clave LIKE 'umbral_%'")
    const step = async (
      base: number,
      quote: number,
      metodo: string,
      tasa: string,
      from: string,
    ) => {
      const body = {
        ...{ pais: 'pe', base_id: base, cotizacion_id: quote, metodo_calculo: metodo },
        ...{ precision: 3, margen: '0', tasa_manual: true, tasa, motivo: 'Por volumen' },
        ...{ segmento: 'mayorista', monto_min: from },
      }
      const made = await house.adm.call(contrato.crear, { body })
      return made.body.historicoTipoCambioId
    }
    const post = (body: object) => house.adm.call(ventas.crear, { body })
    const buys = await step(USD, PEN, 'm', '3.530', '1000')
    const sells = await step(PEN, USD, 'd', '3.550', '3550')
    // Bought: what he hands over is dollars.
    expect((await post(compra('999.99', '3520.00'))).status).toBe(201)
    const wrong = await post(compra('1000.00', '3520.00'))
    expect([wrong.status, wrong.error.codigo, wrong.error.message]).toEqual([
      409,
      'TASA_OTRO_TRAMO',
      'Para US$ 1,000.00 rige la tasa del segmento mayorista: 3.530. Confirme la nueva tasa.',
    ])
    expect(wrong.error.detalle).toMatchObject({ historico_id: buys })
    const more = { historico_id: buys, tasa: '3.530' }
    expect((await post(compra('1000.00', '3530.00', more))).status).toBe(201)
    const below = await post(compra('999.00', '3526.50', more))
    expect(below.error.message).toBe('Este tipo de cambio admite montos desde 1000.')
    // Sold: what he hands over is soles. 998 × 3.56 = 3,552.88 is already the wholesaler's.
    const large = await post(venta('998.00', '3552.80'))
    expect(large.error.codigo).toBe('TASA_OTRO_TRAMO')
    const paid = { historico_id: sells, tasa: '3.550' }
    expect((await post(venta('1000.00', '3550.00', paid))).status).toBe(201)
    expect((await post(venta('997.00', '3549.30'))).status).toBe(201)
  })
})
