import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { ponerMoneda, SOL } from '../../core/dinero/moneda.ts'
import { contrato as ajustes } from '../ajustes/contract.ts'
import { contrato } from './contract.ts'

/* A house in Madrid; the tests follow each other. */
const app = await startTestApp()
const adm = await app.signedIn('adm')
afterAll(() => ponerMoneda(SOL))

const { version } = (await adm.call(ajustes.obtener)).body
await adm.call(ajustes.editar, { body: { version, pais_casa: 'es' } as never })

const crear = async (body: object) => {
  const { status, error } = await adm.call(contrato.crear, {
    body: { segmento: 'publico', celular: '612 345 678', ...body } as never,
  })
  return [status, error?.errors?.[0]?.campo, error?.errors?.[0]?.msg]
}
const persona = { tipo_persona: 'natural', nombres: 'Ana', apellidos: 'Ruiz' }
const empresa = { tipo_persona: 'juridica', razon_social: 'Sol S.L.' }

test('people come with the documents of Spain, of other countries, or another one', async () => {
  for (const [tipo_doc, num_doc] of [
    ['DNE', '12345678-Z'],
    ['NIE', 'X1234567L'],
    ['CCO', '52123456'],
    ['OTR', 'AB-1234'],
  ])
    expect(await crear({ ...persona, tipo_doc, num_doc })).toEqual([201, undefined, undefined])
  expect(await crear({ ...persona, tipo_doc: 'DNE', num_doc: '12345678A' })).toEqual([
    ...[400, 'num_doc'],
    'El DNI de España tiene 8 dígitos y una letra: 12345678Z. Revise los dígitos: no cuadran.',
  ])
  expect(
    await comoDueno(app.url, "SELECT num_doc, celular FROM clientes WHERE tipo_doc = 'DNE'"),
  ).toEqual([{ num_doc: '12345678Z', celular: '+34612345678' }])
  const bad = await crear({ ...persona, tipo_doc: 'PAS', num_doc: 'AB12345', celular: '112' })
  expect(bad[2]).toBe('Escriba un celular válido, por ejemplo 612 345 678.')
})

test('an entity is known by its NIF, by the call and by the database', async () => {
  expect(await crear({ ...empresa, tipo_doc: 'RUC', num_doc: '20131312955' })).toEqual([
    ...[400, 'tipo_doc', 'Una persona jurídica se identifica con NIF.'],
  ])
  expect((await crear({ ...empresa, tipo_doc: 'NIF', num_doc: 'B12345675' }))[1]).toBe('num_doc')
  expect((await crear({ ...empresa, tipo_doc: 'NIF', num_doc: 'B12345674' }))[0]).toBe(201)
  const insert = (tipo: string) =>
    comoDueno(
      app.url,
      `INSERT INTO clientes (tipo_persona, tipo_doc, num_doc, razon_social, celular)
       VALUES ('juridica', '${tipo}', 'X9', 'Luna S.L.', '+34612345678')`,
    )
  await expect(insert('DNE')).rejects.toThrow(/clientes_check/)
  await expect(
    comoDueno(app.url, "UPDATE clientes SET tipo_doc = 'ZZZ' WHERE tipo_persona = 'natural'"),
  ).rejects.toThrow(/clientes_tipo_doc_check/)
})
