import { expect, test } from 'vitest'
import { montarOrdenes, publicarVes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { conVisto } from '../../../../test/support/vistos.ts'
import { contrato as beneficiarios } from '../../beneficiarios/contract.ts'
import { contrato } from '../contract.ts'

/* what one beneficiary gets in a day is counted wherever an order comes to be his, as the order has him. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj } = casa
const dueno = (text: string) => comoDueno(app.url, text)
await dueno("UPDATE ajustes SET valor = '300' WHERE clave = 'contraparte_dia_usd'")

const persona = async (num_doc: string) =>
  (await casa.crear(casa.nuevo({ num_doc, nombre: `Persona ${num_doc}` }))).body.id
const crear = async (beneficiario_id: number, envia: string) => {
  const { status, body, error } = await caj.call(contrato.crear, {
    body: casa.orden({ beneficiario_id, envia }),
  })
  expect([status, error.message]).toEqual([201, body.message])
  return body.id
}
const cambiar = (id: number, beneficiario_id: number) =>
  caj.call(contrato.cambiarBeneficiario, {
    params: { id },
    body: { beneficiario_id, motivo: 'El cliente pidió otro' },
  })

test('an order that is changed to a beneficiary counts in his day', async () => {
  const [uno, dos] = [await persona('V-10.000.001'), await persona('V-10.000.002')]
  await crear(uno, '700.00')
  const otra = await crear(dos, '700.00')
  const refused = await cambiar(otra, uno)
  expect([refused.error.codigo, refused.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(
      /una orden a Persona V-10.000.001 \(con esto van US\$ 39\d\.\d\d hoy y el límite del día es US\$ 300\.00\)/,
    ),
  ])
  expect((await conVisto(adm, () => cambiar(otra, uno))).status).toBe(200)
  // His own corrected data are not another beneficiary's.
  expect((await cambiar(otra, uno)).status).toBe(200)
  // And back: his day has room.
  expect((await cambiar(otra, dos)).status).toBe(200)
})

test('another document in the agenda takes nothing off the day of who stands in the order', async () => {
  const uno = await persona('V-20.000.001')
  await crear(uno, '900.00')
  const [row] = await dueno(`SELECT tipo_pago_id, pais, moneda_id, entidad_id, nombre, tipo_doc,
    num_doc, campos, version FROM beneficiarios WHERE id = ${uno}`)
  const edited = await adm.call(beneficiarios.editar, {
    params: { id: uno },
    body: { ...row, num_doc: 'V-20.000.009', nombre: 'Otra persona' } as never,
  })
  expect(edited.status).toBe(200)
  const igual = await persona('V-20.000.001')
  const { error } = await caj.call(contrato.crear, {
    body: casa.orden({ beneficiario_id: igual, envia: '900.00' }),
  })
  expect(error.codigo).toBe('VISTO_FALTA')
})

test('a requote that is worth more, or brings an expired order back, counts as well', async () => {
  const uno = await persona('V-30.000.001')
  const id = await crear(uno, '500.00')
  const recotizar = (envia: string, historico_id = casa.historico) =>
    caj.call(contrato.recotizar, { params: { id }, body: { historico_id, envia } })
  expect((await recotizar('400.00')).status).toBe(200)
  expect((await recotizar('2000.00')).error.codigo).toBe('VISTO_FALTA')
  app.setClock('2025-11-20T15:25:00Z')
  await dueno('SELECT ordenes_vencer()')
  await crear(uno, '800.00')
  expect((await recotizar('400.00')).error.codigo).toBe('VISTO_FALTA')
  const hoy = await publicarVes(app, casa.tipo, '52.500')
  expect((await conVisto(adm, () => recotizar('400.00', hoy))).status).toBe(200)
})
