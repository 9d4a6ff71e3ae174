import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { contrato as monedas } from '../monedas/contract.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()

test('a signed-in user reads the currencies that every house starts with', async () => {
  const adm = await app.signedIn('adm')
  const { status, body } = await adm.call(monedas.lista)
  expect(status).toBe(200)
  expect(body.slice(0, 2).map(({ id, iso }) => [id, iso])).toEqual([
    [1, 'VES'],
    [2, 'PEN'],
  ])
})

test('wrong credentials answer 400 with errors, the same for a user that does not exist', async () => {
  const adm = await app.signedIn('adm')
  const wrong = await adm.call(contrato.login, { body: { usuario: 'adm1', password: 'x' } })
  const nobody = await adm.call(contrato.login, { body: { usuario: 'nadie', password: 'x' } })
  expect(wrong.status).toBe(400)
  expect(wrong.error).toEqual(nobody.error)
  expect(wrong.error.errors).toEqual([{ msg: 'Usuario o contraseña incorrectos.' }])
})
