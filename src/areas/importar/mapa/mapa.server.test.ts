import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato } from '../contract.ts'
import { MAPAS } from '../rules/memoria.ts'

/* how a person reads his files is his alone. */

const app = await startTestApp()
const [adm, otro] = [await app.signedIn('adm'), await app.signedIn('adm')]
const params = { que: 'clientes' } as const
const guardar = (encabezado: string[], claves: (string | null)[], who = adm) =>
  who.call(contrato.recordar, { params, body: { encabezado, claves } })
const leidos = async (who = adm) => (await who.call(contrato.mapas, { params })).body

test('the same titles in another order are one map, the last choice counts, and nobody else reads by it', async () => {
  await guardar(['Id', 'Apodo'], ['num_doc', null])
  await guardar(['APODO', 'Id.'], ['nombres', 'num_doc'])
  expect(await leidos()).toEqual([{ encabezado: ['APODO', 'Id.'], claves: ['nombres', 'num_doc'] }])
  expect(await leidos(otro)).toEqual([])
  expect((await adm.call(contrato.mapas, { params: { que: 'cuentas' } })).body).toEqual([])
})

test('a column that does not exist, or stands twice, is not remembered', async () => {
  for (const claves of [['num_doc', 'num_doc'], ['num_doc', 'saldo_inicial'], ['num_doc']]) {
    expect((await guardar(['a', 'b'], claves, otro)).status).toBe(400)
  }
  expect(await leidos(otro)).toEqual([])
})

test('the oldest map gives way to the newest', async () => {
  for (let n = 0; n <= MAPAS; n++) {
    app.setClock(new Date(Date.UTC(2026, 0, 5, 15, n)).toISOString())
    await guardar([`t${n}`], ['num_doc'], otro)
  }
  const mapas = await leidos(otro)
  expect([mapas.length, mapas[0]?.encabezado, mapas.at(-1)?.encabezado]).toEqual([
    MAPAS,
    ['t20'],
    ['t1'],
  ])
})

test('first rows are shown as they will be read, and a cell that cannot be says why', async () => {
  const body = {
    claves: ['tipo_doc', 'fecha_nac', 'pep', 'etiquetas', 'agente_id', 'nombres'],
    filas: [['Carnet de extranjería', '5/3/1990', 'x', 'vip|norte', 'DNI 99999999', ''], ['dni']],
  }
  const { body: filas } = await adm.call(contrato.leer, { params, body })
  expect(filas.map((fila) => fila.map(({ texto }) => texto))).toEqual([
    ['Carné de extranjería', '05/03/1990', 'Sí', 'vip, norte', 'DNI 99999999', ''],
    ['DNI', '', '', '', '', ''],
  ])
  expect(filas[0]?.map(({ msg }) => msg)).toEqual([
    ...[null, null, null, null],
    'No hay un cliente con documento DNI 99999999. Impórtelo antes.',
    null,
  ])
})
