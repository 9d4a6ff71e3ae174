import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarTasas } from '../../../../test/support/areas/tasas.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { darVistos } from '../../../../test/support/vistos.ts'
import type { Endpoint } from '../../../core/contract.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { contrato as pares } from '../../pares-divisas/contract.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato } from '../contract.ts'

/* whoever moves a rate beyond the alert of its pairs proves who he is, and another agrees; undoing it, too. */

const app = await startTestApp()
const { adm, par, tipo } = await montarTasas(app)
const otra = await app.signedIn('adm')
const motivo = 'Cambio de mesa'
const pe = par('pe 3 2')
const ves = tipo('pe 2 1')

/** The call as a browser makes it that nobody confirmed: no password is typed by itself. */
async function crudo(endpoint: Endpoint, id: number, body: object, quien: Client = adm) {
  await comoDueno(app.url, 'UPDATE sesiones SET confirmada_hasta = NULL')
  const { status, error } = await quien.raw(
    endpoint.method,
    `/api${endpoint.path.replace(':id', String(id))}`,
    body,
  )
  return status === 200 ? 200 : error.codigo
}
const precios = async () => {
  const { compra, venta } = (await adm.call(pares.obtener, { params: { id: pe } })).body
  return [compra, venta]
}
const tasa = async () => (await adm.call(contrato.obtener, { params: { id: ves } })).body.tasa

test('undoing prices takes what publishing them took', async () => {
  const params = { id: pe }
  const [compra, venta] = await precios()
  const body = { compra: '3.900', venta: '3.950', confirmar: true, motivo }
  expect((await adm.call(pares.precio, { params, body })).error.codigo).toBe('VISTO_FALTA')
  await darVistos(otra)
  expect((await adm.call(pares.precio, { params, body })).status).toBe(200)

  const previa = (await adm.call(contrato.previaDeshacerPar, { params })).body
  const undo = { historico_id: previa.historico_id, motivo: 'Se publicó por error' }
  expect(await crudo(contrato.deshacerPar, pe, undo)).toBe('CONFIRME')
  expect((await adm.call(contrato.deshacerPar, { params, body: undo })).error.codigo).toBe(
    'VISTO_FALTA',
  )
  expect(await precios()).toEqual(['3.900', '3.950'])
  await darVistos(otra)
  expect((await adm.call(contrato.deshacerPar, { params, body: undo })).status).toBe(200)
  expect(await precios()).toEqual([compra, venta])
  const { filas } = (await adm.call(reportes.excepciones, { query: { clase: 'precio' } })).body
  expect(filas).toHaveLength(2)
  expect(filas[0]).toMatchObject({
    aprobado_por: 'Ana Quispe',
    frase: expect.stringMatching(/^Publicar USD\/PEN a \d\.\d{3} y \d\.\d{3} \(-\d+\.\d\d %\)$/),
  })
})

test('a typed rate, a margin and the undo of a rate ask for it as well', async () => {
  const was = await tasa()
  const escribir = (to: string) => ({ tasa: to, motivo })
  expect(await crudo(contrato.tasa, ves, escribir('51.400'))).toBe(200)
  expect(await crudo(contrato.tasa, ves, escribir('49.000'))).toBe('CONFIRME')
  // Two small steps are as far as one large.
  expect(await crudo(contrato.tasa, ves, escribir('50.000'))).toBe('CONFIRME')
  const params = { id: ves }
  const call = () => adm.call(contrato.tasa, { params, body: escribir('49.000') })
  expect((await call()).error.codigo).toBe('VISTO_FALTA')
  await darVistos(otra)
  expect((await call()).status).toBe(200)
  const { historico_id } = (await adm.call(contrato.previaDeshacer, { params })).body
  expect(await crudo(contrato.deshacer, ves, { historico_id, motivo })).toBe('CONFIRME')
  expect(await tasa()).toBe('49.000')

  const other = tipo('co 4 1')
  const { pais, base_id, cotizacion_id, metodo_calculo, precision, version, ...now } = (
    await adm.call(contrato.obtener, { params: { id: other } })
  ).body
  const rule = { pais, base_id, cotizacion_id, metodo_calculo, precision, version, margen: '25' }
  const { par_origen_id, par_destino_id } = now
  expect(await crudo(contrato.editar, other, { ...rule, par_origen_id, par_destino_id })).toBe(
    'CONFIRME',
  )
  expect(was).not.toBe('49.000')
})

test('a jump that nobody answers for is refused by the table', async () => {
  const p = { tasa: '30.000', precision: 3, metodo_calculo: 'm', origen: 'manual' }
  const direct = sql`SELECT tipos_cambios_publicar(${ves}, ${JSON.stringify(p)}::jsonb, ${adm.usuario_id})`
  await expect(direct.execute(app.db)).rejects.toThrow(/nobody answers for/)
})

test('what two people agreed on is where the next step begins', async () => {
  const params = { id: pe }
  const to = (compra: string, venta: string) => ({ compra, venta, confirmar: true, motivo })
  const far = () => adm.call(pares.precio, { params, body: to('3.900', '3.950') })
  await far()
  await darVistos(otra)
  expect((await far()).status).toBe(200)
  expect(await crudo(pares.precio, pe, to('3.905', '3.955'))).toBe(200)
  expect(await crudo(pares.precio, pe, to('3.930', '4.080'))).toBe('CONFIRME')
})

test('a segment does not begin far from the public rate without a yes', async () => {
  const { pais, base_id, cotizacion_id, metodo_calculo, precision, tasa } = (
    await adm.call(contrato.obtener, { params: { id: tipo('pe 3 1') } })
  ).body
  const segmento = { segmento: 'preferente' as const, monto_min: '1000', tasa_manual: true }
  const rule = { pais, base_id, cotizacion_id, metodo_calculo, precision, margen: '0', ...segmento }
  const crear = (factor: string) =>
    adm.call(contrato.crear, {
      body: { ...rule, tasa: texto(decimal(tasa).times(factor).round(2), 2), motivo },
    })
  expect((await crear('1.1')).error.codigo).toBe('VISTO_FALTA')
  expect((await crear('1.02')).status).toBe(201)
})
