import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { EUR, PEN, USD, USDT, VES } from '../../../test/support/areas/casa.ts'
import { type Client, startTestApp } from '../../../test/support/servidor/app.ts'
import { conVisto } from '../../../test/support/vistos.ts'
import { contrato as tipos } from '../tipos-cambios/contract.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
let adm: Client
const pares = { usdPen: 0, eurPen: 0, usdVes: 0 }
const tasas = { penVes: 0, penUsd: 0, usdPen: 0, eurPen: 0 }

const par = (more: object = {}) => ({
  pais: 'pe',
  base_id: USD,
  cotizacion_id: PEN,
  compra: '3.520',
  venta: '3.560',
  precision: 3,
  ...more,
})
const tipo = (more: object = {}) => ({
  pais: 'pe',
  base_id: PEN,
  cotizacion_id: VES,
  metodo_calculo: 'm',
  precision: 3,
  margen: '6',
  ...more,
})
const obtener = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body
const tasaDe = async (id: number) => (await adm.call(tipos.obtener, { params: { id } })).body.tasa
const filas = async (id: number) =>
  (await adm.call(tipos.historico, { params: { id } })).body.items.length

async function crear(body: object): Promise<number> {
  const answer = await adm.call(contrato.crear, { body })
  expect(answer.error.errors).toBeUndefined()
  expect(answer.status).toBe(201)
  return answer.body.id
}
async function crearTipo(body: object): Promise<number> {
  const answer = await adm.call(tipos.crear, { body })
  expect(answer.error.errors).toBeUndefined()
  return answer.body.id
}

beforeAll(async () => {
  app.setClock('2025-11-19T15:00:00Z')
  adm = await app.signedIn('adm')
  pares.usdPen = await crear(par())
  pares.eurPen = await crear(par({ base_id: EUR, compra: '4.050', venta: '4.160' }))
  pares.usdVes = await crear(
    par({ pais: 'usd', cotizacion_id: VES, compra: '198.50', venta: '202.00', precision: 2 }),
  )
  const over = { par_origen_id: pares.usdPen, par_destino_id: pares.usdVes }
  tasas.penVes = await crearTipo(tipo(over))
  tasas.penUsd = await crearTipo(
    tipo({ cotizacion_id: USD, metodo_calculo: 'd', margen: '0', par_origen_id: pares.usdPen }),
  )
  tasas.usdPen = await crearTipo(
    tipo({ base_id: USD, cotizacion_id: PEN, margen: '0', par_destino_id: pares.usdPen }),
  )
  tasas.eurPen = await crearTipo(
    tipo({ base_id: EUR, cotizacion_id: PEN, margen: '0', par_destino_id: pares.eurPen }),
  )
  app.setClock('2025-11-20T15:00:00Z')
  adm = await app.signedIn('adm')
})

describe('reading', () => {
  test('a pair with its currencies, age, dependents and prices of the day before', async () => {
    expect(await obtener(pares.usdPen)).toMatchObject({
      pais: 'pe',
      pais_nombre: 'Perú',
      divisa_base: { id: USD, iso: 'USD', simbolo: 'US$', decimales: 2 },
      divisa_cotizacion: { iso: 'PEN' },
      compra: '3.520',
      venta: '3.560',
      precision: 3,
      alerta_pct: '3',
      fuente: null,
      actualizado_por: expect.stringMatching(/^Ana Quispe$/),
      rancio: false,
      dependientes: 3,
      ayer_compra: '3.520',
      ayer_venta: '3.560',
      estatus: true,
    })
    const { body } = await adm.call(contrato.listar)
    expect(body.map(({ id }) => id)).toEqual([pares.usdPen, pares.eurPen, pares.usdVes])
  })

  test('search ignores accents and case', async () => {
    const ids = async (term: string) =>
      (await adm.call(contrato.buscar, { params: { term } })).body.map(({ id }) => id)
    expect(await ids('BOLIVAR')).toEqual([pares.usdVes])
    expect(await ids('peru')).toEqual([pares.usdPen, pares.eurPen])
    expect(await ids('usd/pen')).toEqual([pares.usdPen])
    expect(await ids('%')).toEqual([])
  })

  test('the cards of a market by the ISO of the quote, for any session', async () => {
    const caj = await app.signedIn('caj')
    const params = { country: 'usd', currencyIso: 'VES' }
    const { body, status } = await caj.call(contrato.tarjetas, { params })
    expect(status).toBe(200)
    expect(body).toMatchObject([
      {
        id: pares.usdVes,
        compra: '198.50',
        venta: '202.00',
        precision: 2,
        divisa_base: { id: USD },
      },
    ])
    expect((await caj.call(contrato.listar)).status).toBe(403)
  })

  test('the ISO of the cards may be in small letters: GET /pares-divisas/pais/usd/ves', async () => {
    const small = await adm.raw('GET', '/api/pares-divisas/pais/usd/ves')
    const large = await adm.raw('GET', '/api/pares-divisas/pais/usd/VES')
    expect([small.status, small.body]).toEqual([200, large.body])
  })
})

describe('prices', () => {
  test('a change moves the rates that follow the pair, in the same transaction', async () => {
    const before = await filas(tasas.penVes)
    const body = { compra: '3.530', venta: '3.570', motivo: 'Apertura del mercado' }
    const answer = await adm.call(contrato.precio, { params: { id: pares.usdPen }, body })
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('Precio publicado. Cambiaron 3 tasas.')
    expect(answer.body.recalculados).toMatchObject([
      { id: tasas.penVes, base: 'PEN', cotizacion: 'VES', tasa_anterior: '52.412', tasa: '52.266' },
      { id: tasas.penUsd, tasa_anterior: '3.560', tasa: '3.570' },
      { id: tasas.usdPen, tasa_anterior: '3.520', tasa: '3.530' },
    ])
    expect(await tasaDe(tasas.penVes)).toBe('52.266')
    expect(await filas(tasas.penVes)).toBe(before + 1)
    const { items } = (await adm.call(contrato.historico, { params: { id: pares.usdPen } })).body
    expect(items).toMatchObject([
      { compra: '3.53', venta: '3.57', vigente_hasta: null, motivo: 'Apertura del mercado' },
      { compra: '3.52', venta: '3.56', vigente_hasta: items[0]?.vigente_desde },
    ])
    expect(await obtener(pares.usdPen)).toMatchObject({ ayer_compra: '3.520', compra: '3.530' })
  })

  test('confirming a price resets its age and writes no history', async () => {
    const before = await filas(tasas.eurPen)
    app.setClock('2025-11-20T15:20:00Z')
    const body = { compra: '4.050', venta: '4.160' }
    const answer = await adm.call(contrato.precio, { params: { id: pares.eurPen }, body })
    expect(answer.body.recalculados).toEqual([])
    expect(await filas(tasas.eurPen)).toBe(before)
    const page = await adm.call(contrato.historico, { params: { id: pares.eurPen } })
    expect(page.body.items).toHaveLength(1)
    expect((await obtener(pares.eurPen)).actualizado_en).toBe('2025-11-20T15:20:00Z')
  })

  test('a rate that rounding leaves unchanged gets no new row', async () => {
    const before = await filas(tasas.penVes)
    const body = { compra: '198.50', venta: '202.10' }
    const answer = await adm.call(contrato.precio, { params: { id: pares.usdVes }, body })
    expect(answer.body.recalculados).toEqual([])
    expect(await filas(tasas.penVes)).toBe(before)
  })

  test('a change above the alert must be typed twice', async () => {
    const body = { compra: '35.20', venta: '35.60' }
    const params = { id: pares.usdPen }
    const refused = await adm.call(contrato.precio, { params, body })
    expect(refused.status).toBe(409)
    expect(refused.error).toMatchObject({
      codigo: 'VARIACION_ALTA',
      detalle: { par: 'USD/PEN', alerta: '3', variacion: '897.20' },
      errors: [{ campo: 'compra' }],
    })
    expect((await obtener(pares.usdPen)).compra).toBe('3.530')
    const near = { compra: '3.640', venta: '3.680', confirmar: true }
    const otro = await app.signedIn('adm')
    const saltar = (body: object) =>
      conVisto(otro, () => adm.call(contrato.precio, { params, body }))
    expect((await saltar(near)).status).toBe(200)
    const back = { compra: '3.530', venta: '3.570', confirmar: true }
    expect((await saltar(back)).status).toBe(200)
  })

  test('a bulk change is all or nothing', async () => {
    const items = [
      { id: pares.eurPen, compra: '4.060', venta: '4.170' },
      { id: pares.usdPen, compra: '3.540', venta: '3.580' },
    ]
    const post = (list: object[], motivo: string | undefined = 'Precios del día') =>
      adm.call(contrato.publicar, { body: { pares: list, motivo } })
    const bad: [object[], number, RegExp][] = [
      [[...items, { id: 9999, compra: '1', venta: '1' }], 404, /No existe/],
      [[items[0] as object, items[0] as object], 400, /dos veces/],
      [[items[0] as object, { id: pares.usdPen, compra: '3.6', venta: '3.5' }], 400, /venta/],
      [
        [items[0] as object, { id: pares.usdPen, compra: '3.5401', venta: '3.6' }],
        400,
        /decimales/,
      ],
      [
        [items[0] as object, { id: pares.usdPen, compra: '4', venta: '4.1' }],
        409,
        /supera la alerta/,
      ],
      [[items[0] as object, { ...items[1], version: 1 }], 409, /guardó cambios/],
      [[], 400, /al menos un/],
    ]
    for (const [list, status, message] of bad) {
      const answer = await post(list)
      expect([answer.status, answer.error.message]).toEqual([
        status,
        expect.stringMatching(message),
      ])
      expect((await obtener(pares.eurPen)).compra).toBe('4.050')
    }
    const done = await post(items)
    expect(done.body).toMatchObject({ ids: [pares.eurPen, pares.usdPen] })
    expect(done.body.recalculados.map(({ id }) => id)).toEqual([
      tasas.penVes,
      tasas.penUsd,
      tasas.usdPen,
      tasas.eurPen,
    ])
    const audited = await sql`SELECT FROM auditoria WHERE accion = 'publicar'
      AND despues->>'motivo' = 'Precios del día'`.execute(app.db)
    expect(audited.rows).toHaveLength(2)
  })

  test('publishing needs its own permission', async () => {
    const con = await app.signedIn('con')
    const body = { compra: '3.5', venta: '3.6' }
    expect((await con.call(contrato.listar)).status).toBe(200)
    expect((await con.call(contrato.precio, { params: { id: pares.usdPen }, body })).status).toBe(
      403,
    )
  })
})

describe('identity', () => {
  test('a duplicate pair in one market is refused, in another market it is accepted', async () => {
    const twice = await adm.call(contrato.crear, { body: par() })
    expect(twice.status).toBe(409)
    expect(twice.error).toMatchObject({
      codigo: 'DUPLICADO',
      errors: [{ msg: 'Ya existe ese par en ese mercado.', campo: 'cotizacion_id' }],
    })
    await crear(par({ pais: 'us' }))
  })

  test('an edit checks the version, and may not swap the currencies of a pair in use', async () => {
    const { version } = await obtener(pares.usdVes)
    const body = {
      pais: 'usd',
      base_id: USD,
      cotizacion_id: VES,
      precision: 4,
      alerta_pct: '2.5',
      fuente: 'Mesa',
      version,
    }
    const params = { id: pares.usdVes }
    expect((await adm.call(contrato.editar, { params, body })).status).toBe(200)
    expect(await obtener(pares.usdVes)).toMatchObject({
      compra: '198.5000',
      alerta_pct: '2.5',
      fuente: 'Mesa',
    })
    const stale = await adm.call(contrato.editar, { params, body })
    expect([stale.status, stale.error.codigo]).toEqual([409, 'VERSION'])
    const next = { ...body, version: version + 1 }
    const turned = await adm.call(contrato.editar, { params, body: { ...next, base_id: USDT } })
    expect(turned.error.codigo).toBe('EN_USO')
    const coarse = await adm.call(contrato.editar, { params, body: { ...next, precision: 0 } })
    expect(coarse.error).toMatchObject({ errors: [{ campo: 'precision' }] })
  })

  test('a pair that active rates follow cannot be switched off; another one can', async () => {
    const used = await adm.call(contrato.estatus, { params: { id: pares.usdVes } })
    expect([used.status, used.error.codigo]).toEqual([409, 'EN_USO'])
    const id = await crear(
      par({ pais: 'usd', base_id: USDT, cotizacion_id: VES, compra: '205.1', venta: '207.4' }),
    )
    const off = await adm.call(contrato.estatus, { params: { id } })
    expect(off.body).toMatchObject({ id, estatus: false, message: 'Par desactivado.' })
    const params = { country: 'usd', currencyIso: 'VES' }
    const cards = (await adm.call(contrato.tarjetas, { params })).body
    expect(cards.map((card) => card.id)).toEqual([pares.usdVes])
  })
})
