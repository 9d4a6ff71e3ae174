import { expect, test } from 'vitest'
import { montarImportar } from '../../../../test/support/areas/importar.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { confirmarse, darVistos } from '../../../../test/support/vistos.ts'

/* a file whose rows need another person is one request. */

const app = await startTestApp()
const adm = await app.signedIn('adm')
const { probar, importar, fila, archivo, estados } = montarImportar(adm)

test('what rows would each take another person’s yes takes it once, to this file', async () => {
  const otro = await app.signedIn('adm')
  const text = archivo(fila(), fila(undefined, 'Marta')).replaceAll('Público', 'Mayorista')
  await confirmarse(adm)
  expect(estados(await probar('clientes', text))).toEqual(['nueva', 'nueva'])
  const refused = await importar('clientes', text)
  expect([refused.error.codigo, refused.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(/importar 2 clientes de «/),
  ])
  await darVistos(otro)
  expect((await importar('clientes', `${text}\n`)).error.codigo).toBe('VISTO_FALTA')
  expect((await importar('clientes', text)).body.totales.nueva).toBe(2)
})
