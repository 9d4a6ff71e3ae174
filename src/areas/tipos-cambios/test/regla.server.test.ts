import { beforeAll, describe, expect, test } from 'vitest'
import { PEN, USD, VES } from '../../../../test/support/areas/casa.ts'
import { montarTasas, type Tasas } from '../../../../test/support/areas/tasas.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { conectarDueno, esperaAlguien } from '../../../../test/support/servidor/dueno.ts'
import { contrato as pares } from '../../pares-divisas/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
let adm: Client
let casa: Tasas

const obtener = async (key: string) =>
  (await adm.call(contrato.obtener, { params: { id: casa.tipo(key) } })).body
const tasa = (key: string, body: object) =>
  adm.call(contrato.tasa, { params: { id: casa.tipo(key) }, body })
const motivo = 'Ajuste de mesa'

beforeAll(async () => {
  app.setClock('2025-11-20T15:00:00Z')
  casa = await montarTasas(app)
  adm = casa.adm
})

describe('the rule', () => {
  const edit = async (key: string, more: object) => {
    const { pais, base_id, cotizacion_id, metodo_calculo, precision, margen, version, ...row } =
      await obtener(key)
    const body = {
      ...{ pais, base_id, cotizacion_id, metodo_calculo, precision, margen, version },
      par_origen_id: row.par_origen_id,
      par_destino_id: row.par_destino_id,
      ...more,
    }
    return adm.call(contrato.editar, { params: { id: casa.tipo(key) }, body })
  }

  test('another margin, method or precision gives another rate', async () => {
    expect((await edit('pe 2 1', { margen: '4' })).body.tasa).toBe('53.528')
    expect((await edit('pe 2 1', { margen: '6', precision: 1 })).body.tasa).toBe('52.4')
    const divided = await edit('pe 2 1', { metodo_calculo: 'd', precision: 6 })
    expect(divided.body.tasa).toBe('0.019080')
    expect((await edit('pe 2 1', { metodo_calculo: 'm', precision: 3 })).body.tasa).toBe('52.412')
  })

  test('what was edited in between is refused with both', async () => {
    const { version } = await obtener('pe 2 1')
    const stale = await edit('pe 2 1', { version: version - 1 })
    expect(stale.error).toMatchObject({ codigo: 'VERSION', detalle: { version } })
    const late = await tasa('pe 2 1', { tasa: '52', motivo, version: version - 1 })
    expect(late.error.codigo).toBe('VERSION')
  })

  test('new prices wait for who is changing a rate that stands on them', async () => {
    const other = await conectarDueno(app.url)
    await other.query('BEGIN')
    await other.query('SELECT FROM tipos_cambios WHERE id = $1 FOR NO KEY UPDATE', [
      casa.tipo('pe 2 1'),
    ])
    const body = { compra: '198.50', venta: '202.00', motivo }
    const pending = adm.call(pares.precio, { params: { id: casa.par('usd 3 1') }, body })
    await esperaAlguien(app.url)
    await other.query('ROLLBACK')
    await other.end()
    expect((await pending).status).toBe(200)
  })

  test('nothing is derived from pairs that it was moved onto while one waited', async () => {
    const id = casa.tipo('pe 2 1')
    const { par_destino_id } = await obtener('pe 2 1')
    const move = 'UPDATE tipos_cambios SET par_destino_id = $1 WHERE id = $2'
    const other = await conectarDueno(app.url)
    await other.query('BEGIN')
    await other.query(move, [casa.par('usd 7 1'), id])
    const pending = tasa('pe 2 1', { tasa: '50', motivo })
    await esperaAlguien(app.url)
    await other.query('COMMIT')
    expect((await pending).error.codigo).toBe('CONFLICTO')
    await other.query(move, [par_destino_id, id])
    await other.end()
  })

  test('a pair that is switched off gives no rate', async () => {
    const euros = { pais: 've', base_id: 6, cotizacion_id: PEN, compra: '4.05', venta: '4.16' }
    const { id: par } = (await adm.call(pares.crear, { body: { ...euros, precision: 3 } })).body
    const toggle = () => adm.call(pares.estatus, { params: { id: par } })
    expect((await toggle()).body.estatus).toBe(false)
    const body = {
      ...{ pais: 've', base_id: 6, cotizacion_id: PEN, metodo_calculo: 'm', precision: 3 },
      ...{ margen: '1', par_origen_id: par },
    }
    expect((await adm.call(contrato.crear, { body })).error.codigo).toBe('INACTIVO')
    await toggle()
    expect((await adm.call(contrato.crear, { body })).body.tasa).toBe('4.009')
  })

  test('pairs must lead from one currency to the other', async () => {
    const alone = await edit('pe 2 1', { par_destino_id: null })
    expect(alone.error).toMatchObject({ errors: [{ campo: 'par_origen_id' }] })
    const other = await edit('pe 2 1', { par_destino_id: casa.par('usd 6 1') })
    expect(other.error.message).toMatch(/divisa puente/)
    const none = await edit('pe 2 1', { par_origen_id: null, par_destino_id: null })
    expect(none.status).toBe(400)
    expect((await edit('pe 2 1', { par_destino_id: 9999 })).status).toBe(400)
  })

  test('a manual number stays only while it means the same', async () => {
    const turned = await edit('pe 6 2', { metodo_calculo: 'd' })
    expect(turned.error).toMatchObject({ errors: [{ campo: 'tasa' }] })
    const coarse = await edit('pe 6 2', { precision: 1 })
    expect(coarse.error).toMatchObject({ errors: [{ campo: 'precision' }] })
    expect((await edit('pe 6 2', { precision: 4 })).body.tasa).toBe('4.040')
    expect(await obtener('pe 6 2')).toMatchObject({ tasa: '4.0400', tasa_manual: true })
  })

  test('the same corridor twice in a country is refused', async () => {
    const body = {
      ...{ pais: 'pe', base_id: PEN, cotizacion_id: VES, metodo_calculo: 'm', precision: 3 },
      ...{ margen: '6', tasa_manual: true, tasa: '50' },
    }
    const twice = await adm.call(contrato.crear, { body })
    expect(twice.status).toBe(409)
    expect(twice.error).toMatchObject({ codigo: 'DUPLICADO', errors: [{ campo: 'cotizacion_id' }] })
  })
})

describe('bad input', () => {
  const good = {
    ...{ pais: 'cl', base_id: USD, cotizacion_id: VES, metodo_calculo: 'm', precision: 2 },
    ...{ margen: '0', tasa_manual: true, tasa: '190' },
  }
  test.each<[string, object]>([
    ['missing', {}],
    ['unknown field', { ...good, otro: 1 }],
    ['same currency twice', { ...good, cotizacion_id: USD }],
    ['unknown country', { ...good, pais: 'zz' }],
    ['unknown currency', { ...good, base_id: 9999 }],
    ['method', { ...good, metodo_calculo: 'x' }],
    ['precision', { ...good, precision: 9 }],
    ['decimals beyond the precision', { ...good, tasa: '190.001' }],
    ['NaN', { ...good, tasa: 'NaN' }],
    ['1e400', { ...good, tasa: '1e400' }],
    ['20 decimals', { ...good, tasa: '190.00000000000000000001' }],
    ['zero', { ...good, tasa: '0' }],
    ['manual without a rate', { ...good, tasa: null }],
    ['margin', { ...good, margen: '30.001' }],
    ['bounds', { ...good, monto_min: '10', monto_max: '9' }],
    ['lock', { ...good, bloqueo_minutos: 1441 }],
    ['emoji for a reason', { ...good, motivo: '\u0000 nada' }],
    ['automatic without pairs', { ...good, tasa_manual: false, tasa: null }],
  ])('%s: 400 in Spanish, nothing saved', async (_, body) => {
    const before = (await adm.call(contrato.listar)).body.length
    const answer = await adm.call(contrato.crear, { body })
    expect(answer.status).toBe(400)
    expect(answer.error.errors?.length).toBeGreaterThan(0)
    expect((await adm.call(contrato.listar)).body).toHaveLength(before)
  })

  test('nothing there: 404', async () => {
    const params = { id: 9999 }
    expect((await adm.call(contrato.obtener, { params })).status).toBe(404)
    expect((await adm.call(contrato.historico, { params })).status).toBe(404)
    expect((await adm.call(contrato.estatus, { params })).status).toBe(404)
    expect((await adm.call(contrato.tasa, { params, body: { tasa: '1', motivo } })).status).toBe(
      404,
    )
  })
})
