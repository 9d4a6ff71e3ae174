import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { montarCasa, PEN, USD } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { contrato, IMAGENES } from './contract.ts'

const app = await startTestApp()
const { adm } = await montarCasa(app)
/** The Mexican peso: no operation has used it. */
const MXN = 10

async function edit(id: number, change: Record<string, unknown>) {
  const { body } = await adm.call(contrato.obtener, { params: { id } })
  const { id: _, estatus, ...whole } = { ...body, ...change }
  return adm.call(contrato.editar, { params: { id }, body: whole })
}

test.each([
  ['its ISO, by which its accounts are found', { iso: 'SOL' }, 'El ISO'],
  ['its decimals, in which everything is written', { decimales: 3 }, 'El número de decimales'],
])('a currency with movements keeps %s', async (_, change, campo) => {
  for (const id of [PEN, USD]) {
    const { status, error } = await edit(id, change)
    expect([status, error.codigo]).toEqual([409, 'CONGELADO'])
    expect(error.message).toBe(`${campo} no se puede cambiar después del primer movimiento.`)
  }
  expect((await edit(MXN, change)).status).toBe(200)
})

test('what does not affect the books can still change', async () => {
  expect((await edit(PEN, { nombre: 'Sol peruano', simbolo: 'S/.' })).status).toBe(200)
})

test('the functional currency and one that an account holds cannot be switched off', async () => {
  for (const id of [PEN, USD]) {
    const { error } = await adm.call(contrato.estatus, { params: { id } })
    expect(error.codigo).toBe('EN_USO')
  }
  expect((await adm.call(contrato.estatus, { params: { id: MXN } })).body.estatus).toBe(false)
})

test('a currency that is switched off is not offered any more, and what was done in it is written with its sign (R-389)', async () => {
  const offered = (await adm.call(contrato.lista, {})).body
  const written = (await adm.call(contrato.todas, {})).body
  expect(offered.map(({ id }) => id)).not.toContain(MXN)
  expect(written.find(({ id }) => id === MXN)).toHaveProperty('simbolo')
  expect(written.length).toBe(offered.length + 1)
})

test('notes and coins are stored largest first, whatever the order typed', async () => {
  const typed = { billetes: '10, 20 50;100  200', metalicas: '0.10 5 2 0.50 1 0.20' }
  expect((await edit(PEN, typed)).status).toBe(200)
  const { body } = await adm.call(contrato.obtener, { params: { id: PEN } })
  expect([body.billetes, body.metalicas]).toEqual(['200 100 50 20 10', '5 2 1 0.50 0.20 0.10'])
  expect((await edit(PEN, { billetes: null })).status).toBe(200)
})

test.each([
  ['a comma that could be a decimal sign', '1,50', /separados por espacios/],
  ['words', 'diez', /separados por espacios/],
  ['a number with a leading zero', '10 01', /separados por espacios/],
  ['nothing worth', '10 0', /separados por espacios/],
  ['a minus', '10 -5', /separados por espacios/],
  ['one twice', '10 5 10.0', /repetido/],
  ['more decimals than the currency', '1 0.005', /más decimales que la moneda/],
  ['too many', Array.from({ length: 21 }, (_, i) => i + 1).join(' '), /máximo 20/],
])('notes that are %s are refused', async (_, billetes, said) => {
  const { status, error } = await edit(PEN, { billetes })
  expect(status).toBe(400)
  expect(error.message).toMatch(said)
})

test.each(["'1,50'", "'10 0'", "'10 10.0'", "'1 0.005'", "''", "'10  5'", "'x'"])(
  'the database refuses %s too',
  async (value) => {
    const text = `UPDATE monedas SET metalicas = ${value} WHERE id = ${PEN}`
    await expect(comoDueno(app.url, text)).rejects.toThrow(/check constraint/)
  },
)

test('an amount is answered as it was written, without the padding decimals of its column', async () => {
  expect((await edit(PEN, { redondeo_efectivo: '0.10' })).status).toBe(200)
  const { body } = await adm.call(contrato.obtener, { params: { id: PEN } })
  expect(body.redondeo_efectivo).toBe('0.1')
})

test('every drawing that is shipped may be chosen, by the name of its country, and no other', () => {
  const shipped = ['.', './mas'].flatMap((folder) =>
    readdirSync(new URL(`../../web/banderas/${folder}`, import.meta.url))
      .filter((file) => file.endsWith('.svg'))
      .map((file) => file.slice(0, -4)),
  )
  expect(Object.keys(IMAGENES).sort()).toEqual(shipped.sort())
  expect([IMAGENES.py, IMAGENES.us, IMAGENES.zelle]).toEqual([
    'Paraguay',
    'Estados Unidos',
    'Zelle',
  ])
})
