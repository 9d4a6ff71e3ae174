import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/app.ts'
import { montarCasa, PEN, USD } from '../../../test/support/casa.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
const { adm } = await montarCasa(app)
/** The Mexican peso: nothing of this house ever moved in it. */
const MXN = 10

async function edit(id: number, change: Record<string, unknown>) {
  const { body } = await adm.call(contrato.obtener, { params: { id } })
  const { nombre, iso, simbolo, decimales, imagen, redondeo_efectivo, version } = body
  const whole = { nombre, iso, simbolo, decimales, imagen, redondeo_efectivo, version, ...change }
  return adm.call(contrato.editar, { params: { id }, body: whole })
}

test.each([
  ['its ISO, by which its accounts are found', { iso: 'SOL' }, 'El ISO'],
  ['its decimals, in which everything is written', { decimales: 3 }, 'El número de decimales'],
])('a currency that moved keeps %s', async (_, change, campo) => {
  for (const id of [PEN, USD]) {
    const { status, error } = await edit(id, change)
    expect([status, error.codigo]).toEqual([409, 'CONGELADO'])
    expect(error.message).toBe(`${campo} no se puede cambiar después del primer movimiento.`)
  }
  expect((await edit(MXN, change)).status).toBe(200)
})

test('what does not touch the books stays free', async () => {
  expect((await edit(PEN, { nombre: 'Sol peruano', simbolo: 'S/.' })).status).toBe(200)
})

test('the functional currency, and one that is held, are not switched off', async () => {
  for (const id of [PEN, USD]) {
    const { error } = await adm.call(contrato.estatus, { params: { id } })
    expect(error.codigo).toBe('EN_USO')
  }
  expect((await adm.call(contrato.estatus, { params: { id: MXN } })).body.estatus).toBe(false)
})
