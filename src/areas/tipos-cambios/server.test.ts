import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { TIPOS_CAMBIO } from '../../../scripts/demo/casa/datos.ts'
import { EUR, PEN, USD, USDT, VES } from '../../../test/support/areas/casa.ts'
import { montarTasas, type Tasas } from '../../../test/support/areas/tasas.ts'
import { type Client, startTestApp } from '../../../test/support/servidor/app.ts'
import { conVisto } from '../../../test/support/vistos.ts'
import { contrato as pares } from '../pares-divisas/contract.ts'
import { ultimas } from './consulta.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
let adm: Client
let casa: Tasas

const obtener = async (key: string) =>
  (await adm.call(contrato.obtener, { params: { id: casa.tipo(key) } })).body
const historico = async (key: string) =>
  (await adm.call(contrato.historico, { params: { id: casa.tipo(key) } })).body.items
const buscarTasa = (
  who: Client,
  paisId: string,
  divisaBaseId: number,
  divisaCotizacionId: number,
) => who.call(contrato.divisas, { params: { paisId, divisaBaseId, divisaCotizacionId } })
const tasa = (key: string, body: object, who = adm) =>
  who.call(contrato.tasa, { params: { id: casa.tipo(key) }, body })
const precio = (key: string, compra: string, venta: string) =>
  adm.call(pares.precio, {
    params: { id: casa.par(key) },
    body: { compra, venta, confirmar: true },
  })
const motivo = 'Ajuste de mesa'

beforeAll(async () => {
  app.setClock('2025-11-20T15:00:00Z')
  casa = await montarTasas(app)
  adm = casa.adm
})

describe('reading', () => {
  test.each([
    ['pe 2 1', '52.412'],
    ['pe 2 4', '1046.29'],
    ['pe 2 5', '250.30'],
    ['pe 2 8', '1.4303'],
    ['pe 2 9', '380.26'],
    ['pe 2 10', '4.8567'],
    ['pe 2 11', '2.5617'],
    ['pe 2 3', '3.560'],
    ['pe 3 2', '3.520'],
    ['pe 3 1', '188.57'],
    ['us 12 1', '192.54'],
    ['co 4 1', '21.00'],
    ['co 4 2', '1171.88'],
    ['ve 1 2', '61.050'],
    ['pe 6 2', '4.040'],
    ['pe 2 7', '3.600'],
  ])('the rate of %s is %s', async (key, expected) => {
    expect((await obtener(key)).tasa).toBe(expected)
  })

  test('a rate includes its pairs, cost and profit', async () => {
    expect(await obtener('pe 2 1')).toMatchObject({
      pais_nombre: 'Perú',
      divisa_base: { id: PEN, iso: 'PEN', simbolo: 'S/' },
      divisa_cotizacion: { id: VES, iso: 'VES' },
      tasa: '52.412',
      precision: 3,
      metodo_calculo: 'm',
      tasa_manual: false,
      par_origen_id: casa.par('pe 3 2'),
      par_destino_id: casa.par('usd 3 1'),
      tasa_costo: '55.7584269663',
      margen: '6',
      margen_efectivo: '6.0017',
      tasa_automatica: '52.412',
      bajo_costo: false,
      edad_horas: 0,
      rancia: false,
      vencida: false,
      estatus: true,
    })
  })

  test('only users with the permission see cost and profit', async () => {
    await sql`INSERT INTO roles_permisos VALUES ('mgr', 'tipos-cambios:ver')`.execute(app.db)
    const mgr = await app.signedIn('mgr')
    const { body } = await mgr.call(contrato.listar)
    const page = await mgr.call(contrato.historico, { params: { id: casa.tipo('pe 2 1') } })
    expect(body).toHaveLength(TIPOS_CAMBIO.length)
    const said = JSON.stringify([body, page.body])
    expect(said).not.toMatch(/costo|margen|precio_|automatica"/)
    expect(
      (await mgr.call(contrato.tasa, { params: { id: 1 }, body: { tasa: '1', motivo } })).status,
    ).toBe(403)
  })

  test('search matches country, ISO code and names', async () => {
    const found = async (term: string) =>
      (await adm.call(contrato.buscar, { params: { term } })).body.map(({ id }) => id)
    expect(await found('colombia')).toEqual(
      ['co 4 1', 'co 4 2', 'pe 2 4'].map((key) => casa.tipo(key)),
    )
    expect(await found('bolívar')).toHaveLength(5)
    expect(await found('PEN/USD')).toEqual([casa.tipo('pe 2 3'), casa.tipo('pe 2 7')])
  })

  test('pairs are proposed, with the rate that they yield', async () => {
    const query = { pais: 'pe', base: PEN, cotizacion: VES, margen: '4' }
    const { body } = await adm.call(contrato.proponer, { query })
    expect(body).toEqual({
      par_origen_id: casa.par('pe 3 2'),
      par_destino_id: casa.par('usd 3 1'),
      metodo_calculo: 'm',
      precision: 3,
      tasa_costo: '55.7584269663',
      tasa: '53.528',
    })
    const none = await adm.call(contrato.proponer, {
      query: { ...query, pais: 'pe', cotizacion: 999 },
    })
    expect(none.body).toMatchObject({ par_origen_id: null, par_destino_id: null, tasa: null })
  })
})

describe('the lookup', () => {
  test('answers the fields that the calculator reads, to any session', async () => {
    const caj = await app.signedIn('caj')
    const { status, body } = await buscarTasa(caj, 'pe', PEN, VES)
    expect(status).toBe(200)
    const current = await obtener('pe 2 1')
    const said = {
      tasa: '52.412',
      precision: 3,
      metodo_calculo: 'm',
      historicoTipoCambioId: current.historicoTipoCambioId,
      segmento: 'publico',
      vigente_desde: '2025-11-20T15:00:00Z',
      valida_hasta: '2025-11-20T15:20:00Z',
      bloqueo_minutos: 20,
      rancia: false,
    }
    expect(body).toEqual({ ...said, tramos: [{ ...said, desde: '0', hasta: null, tope: null }] })
  })

  test('what browsers keep is the ladder of each corridor, as the lookup answers it (R-246)', async () => {
    const caj = await app.signedIn('caj')
    const { body } = await caj.call(contrato.ultimas)
    const corredores = await caj.call(contrato.corredores)
    expect(body.map(({ tramos: _, ...corredor }) => corredor)).toEqual(corredores.body)
    for (const { pais, base_id, cotizacion_id, tramos } of body.slice(0, 3)) {
      expect(tramos).toEqual((await buscarTasa(caj, pais, base_id, cotizacion_id)).body.tramos)
    }
    expect(JSON.stringify(body)).not.toMatch(/usuario|costo|margen/)
    // However many corridors there are, they are read at once.
    let asked = 0
    const db = app.db.withPlugin({
      transformQuery: ({ node }) => {
        asked += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    expect([(await ultimas({ db })).length, asked]).toEqual([body.length, 1])
    expect(body.length).toBeGreaterThan(3)
  })

  test('refuses an inactive or missing rate, with the names of the corridor', async () => {
    const off = await adm.call(contrato.estatus, { params: { id: casa.tipo('pe 2 7') } })
    expect(off.body).toMatchObject({ estatus: false, message: 'Tipo de cambio desactivado.' })
    const answer = await buscarTasa(adm, 'pe', PEN, USDT)
    expect([answer.status, answer.error.codigo]).toEqual([404, 'TASA_INACTIVA'])
    expect(answer.error.message).toBe('No hay una tasa activa de PEN a USDT en Perú.')
    expect((await buscarTasa(adm, 'zz', PEN, 999)).status).toBe(404)
    expect((await adm.raw('GET', '/api/tipos-cambios/divisas/pe/x/1')).status).toBe(400)
  })

  test('refuses a rate unconfirmed for twice the limit, except to users with the permission', async () => {
    app.setClock('2025-11-21T16:00:00Z')
    let caj = await app.signedIn('caj')
    expect((await buscarTasa(caj, 'pe', PEN, VES)).body).toMatchObject({ rancia: true })
    app.setClock('2025-11-22T16:00:00Z')
    caj = await app.signedIn('caj')
    const refused = await buscarTasa(caj, 'pe', PEN, VES)
    expect(refused.status).toBe(409)
    expect(refused.error).toMatchObject({
      codigo: 'TASA_VENCIDA',
      detalle: { par: 'PEN/VES', horas: 49 },
    })
    const boss = await app.signedIn('adm')
    expect((await buscarTasa(boss, 'pe', PEN, VES)).status).toBe(200)
    // What browsers keep holds none of them, whoever reads it.
    expect((await boss.call(contrato.ultimas)).body).toEqual([])
    app.setClock('2025-11-20T15:05:00Z')
  })
})

describe('automatic and manual', () => {
  test('a manual rate does not follow its pairs; back in automatic mode it is recalculated at once', async () => {
    const typed = await tasa('pe 2 4', { tasa: '1040.00', motivo })
    expect(typed.body.message).toBe('La tasa de PEN a COP quedó fija en 1040.00.')
    await precio('usd 3 4', '3900.00', '3980.00')
    expect(await obtener('pe 2 4')).toMatchObject({
      tasa: '1040.00',
      tasa_manual: true,
      tasa_automatica: '1051.68',
      margen_efectivo: '5.0667',
    })
    const off = await adm.call(contrato.tasaManual, {
      body: { id: casa.tipo('pe 2 4'), tasa_manual: false, motivo },
    })
    expect(off.body).toMatchObject({ tasa: '1051.68', tasa_manual: false })
    await precio('usd 3 4', '3880.00', '3960.00')
    expect((await historico('pe 2 4')).map(({ tasa, origen }) => [tasa, origen])).toEqual([
      ['1046.29', 'par'],
      ['1051.68', 'automatico'],
      ['1040.00', 'manual'],
      ['1046.29', 'automatico'],
    ])
  })

  test('switched to manual without a rate, the rate in force is kept', async () => {
    const body = { id: casa.tipo('pe 2 5'), tasa_manual: true, motivo }
    const on = await adm.call(contrato.tasaManual, { body })
    expect(on.body).toMatchObject({ tasa: '250.30', tasa_manual: true })
    expect((await historico('pe 2 5'))[0]).toMatchObject({ origen: 'manual', motivo })
    await adm.call(contrato.tasaManual, { body: { ...body, tasa_manual: false } })
  })

  test('a rate above cost for the client needs a permission and a reason', async () => {
    await sql`INSERT INTO roles_permisos VALUES ('mgr', 'tipos-cambios:publicar')`.execute(app.db)
    const mgr = await app.signedIn('mgr')
    const refused = await tasa('pe 2 1', { tasa: '55.759', motivo }, mgr)
    expect(refused.status).toBe(409)
    // Only users who may see profit are told the cost.
    expect(refused.error).toMatchObject({ codigo: 'TASA_BAJO_COSTO', detalle: { tasa: '55.759' } })
    expect(refused.error.detalle).not.toHaveProperty('tasa_costo')
    // Beyond the alert of its pairs another administrator says yes as well.
    const costs = () => tasa('pe 2 1', { tasa: '55.758', motivo }, mgr)
    expect((await conVisto(adm, costs)).status).toBe(200)
    const divided = await tasa('pe 2 3', { tasa: '3.559', motivo }, mgr)
    expect(divided.error.codigo).toBe('TASA_BAJO_COSTO')
    expect((await tasa('pe 2 1', { tasa: '55.759', motivo: 'abc' })).status).toBe(400)
    expect((await tasa('pe 2 1', { tasa: '55.759', motivo })).status).toBe(200)
    expect(await obtener('pe 2 1')).toMatchObject({ bajo_costo: true, margen_efectivo: '-0.0010' })
    const body = { id: casa.tipo('pe 2 1'), tasa_manual: false, motivo }
    const auto = () => adm.call(contrato.tasaManual, { body })
    expect((await conVisto(await app.signedIn('adm'), auto)).body.tasa).toBe('52.412')
  })

  test('a rate without pairs cannot be automatic', async () => {
    const body = {
      ...{ pais: 'es', base_id: EUR, cotizacion_id: VES, metodo_calculo: 'm', precision: 2 },
      ...{ margen: '0', tasa_manual: true, tasa: '220' },
    }
    const { body: made } = await adm.call(contrato.crear, { body })
    const off = await adm.call(contrato.tasaManual, {
      body: { id: made.id, tasa_manual: false, motivo },
    })
    expect(off.status).toBe(400)
  })

  test('an inactive rate does not follow its pairs; reactivated, it is recalculated', async () => {
    const id = casa.tipo('pe 2 9')
    await adm.call(contrato.estatus, { params: { id } })
    await precio('usd 3 9', '1430.00', '1475.00')
    expect((await obtener('pe 2 9')).tasa).toBe('380.26')
    const on = await adm.call(contrato.estatus, { params: { id } })
    expect(on.body.estatus).toBe(true)
    expect((await obtener('pe 2 9')).tasa).toBe('381.60')
    await precio('usd 3 9', '1425.00', '1470.00')
  })

  test('prices that leave no usable rate are refused, and nothing changes', async () => {
    const body = {
      ...{ pais: 've', base_id: VES, cotizacion_id: USD, metodo_calculo: 'm', precision: 2 },
      ...{ margen: '0', par_origen_id: casa.par('usd 3 1') },
    }
    const small = await adm.call(contrato.crear, { body })
    expect(small.error).toMatchObject({ errors: [{ campo: 'precision' }] })
    const made = await adm.call(contrato.crear, { body: { ...body, precision: 3 } })
    expect(made.body.tasa).toBe('0.004')
    const refused = await precio('usd 3 1', '198.50', '2020.00')
    expect(refused.status).toBe(400)
    expect(refused.error.message).toBe(
      'Con estos precios la tasa de VES a USD queda en cero o fuera de rango.',
    )
    const after = await adm.call(pares.obtener, { params: { id: casa.par('usd 3 1') } })
    expect(after.body.venta).toBe('202.00')
  })
})
