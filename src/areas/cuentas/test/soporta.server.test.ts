import { expect, test } from 'vitest'
import { EUR, montarCasa, PEN, USD } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, enTurno } from '../../../../test/support/servidor/dueno.ts'
import { entidades } from '../../entidades-financieras/contract.ts'
import { contrato as formas } from '../../tipos-pagos/contract.ts'
import { contrato } from '../contract.ts'

/* accounts are in the currencies that their entity supports, from both sides. */

const app = await startTestApp()
const { adm, pagos } = await montarCasa(app)
const lista = (await adm.call(entidades.contrato.listar)).body
const bcp = lista.find(({ codigo }) => codigo === '002')?.id as number

async function guardar(cambio: {
  formas?: { forma: string }[]
  monedas?: { moneda_id: number }[]
}) {
  const {
    id,
    estatus: _,
    cuentas: __,
    ...fila
  } = (await adm.call(entidades.contrato.obtener, { params: { id: bcp } })).body
  return adm.call(entidades.contrato.editar, { params: { id }, body: { ...fila, ...cambio } })
}

const abrir = (moneda_id: number) =>
  adm.call(contrato.crear, {
    body: {
      ...{ nombre: `BCP ${moneda_id}`, tipo: 'banco', moneda_id, pais: 'pe', titular: 'Casa' },
      ...{ entidad_id: bcp, numero: `00219${moneda_id}` },
    },
  })

test('an account in a currency that its entity does not support is refused, and none named means any', async () => {
  expect((await guardar({ monedas: [{ moneda_id: PEN }, { moneda_id: USD }] })).status).toBe(200)
  const { error } = await abrir(EUR)
  expect([error.codigo, error.errors]).toEqual([
    'VALIDACION',
    [
      {
        campo: 'moneda_id',
        msg: 'BCP no tiene cuentas en Euro. Elija otra moneda, o agréguela a lo que soporta la entidad.',
      },
    ],
  ])
  // The owner's own hand meets the same rule.
  await expect(
    comoDueno(
      app.url,
      `UPDATE cuentas SET entidad_id = ${bcp}, numero = 'x' WHERE nombre = 'Caja euros'`,
    ),
  ).rejects.toThrow()
  await guardar({ monedas: [] })
  const cuentas = async () =>
    (await adm.call(entidades.contrato.listar)).body.find(({ id }) => id === bcp)?.cuentas
  const before = (await cuentas()) ?? Number.NaN
  const { status, body } = await abrir(EUR)
  expect([status, await cuentas()]).toEqual([201, before + 1])
  // One that is switched off is not counted.
  await adm.call(contrato.estatus, { params: { id: body.id } })
  expect(await cuentas()).toBe(before)
  await adm.call(contrato.estatus, { params: { id: body.id } })
})

test('an entity keeps the currencies of the house’s active accounts there', async () => {
  const { error } = await guardar({ monedas: [{ moneda_id: PEN }] })
  expect(error.errors).toEqual([
    {
      campo: 'monedas',
      msg: expect.stringMatching(/^La casa tiene ahí cuentas de otra moneda: BCP .*Dólares/),
    },
  ])
  const all = [PEN, USD, EUR].map((moneda_id) => ({ moneda_id }))
  expect((await guardar({ monedas: all })).status).toBe(200)
})

test('the same currency or way twice is refused, and a way to pay keeps the code by which entities name it', async () => {
  const twice = await guardar({ formas: [{ forma: 'YAPE' }, { forma: 'YAPE' }] })
  expect(twice.error.errors?.[0]).toEqual({ campo: 'formas.1.forma', msg: 'Ya está en la lista.' })
  expect((await guardar({ formas: [{ forma: 'YAPE' }] })).status).toBe(200)
  const {
    id,
    estatus: _,
    cuentas: __,
    ...way
  } = (await adm.call(formas.obtener, { params: { id: pagos.yape } })).body
  const rename = () =>
    adm.call(formas.editar, { params: { id }, body: { ...way, codigo: 'YAPE_2' } as never })
  expect((await rename()).error.errors?.[0]).toEqual({
    campo: 'codigo',
    msg: 'Hay entidades que soportan esta forma por su código: BCP. Quítela de ellas primero.',
  })
  await guardar({ formas: [] })
  expect((await rename()).status).toBe(200)
})

test('an entity names ways to pay that are there, also when one of them is renamed at that moment', async () => {
  const unknown = await guardar({ formas: [{ forma: 'YAPE_2' }, { forma: 'NADIE' }] })
  expect(unknown.error.errors?.[0]).toEqual({
    campo: 'formas.1.forma',
    msg: 'El tipo de pago no existe.',
  })
  const late = await enTurno(
    app.url,
    "UPDATE tipos_pagos SET codigo = 'YAPE_3' WHERE codigo = 'YAPE_2'",
    () => guardar({ formas: [{ forma: 'YAPE_2' }] }),
  )
  expect(late.error.errors?.[0]?.campo).toBe('formas.0.forma')
})
