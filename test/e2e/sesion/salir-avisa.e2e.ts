import { expect, test } from 'vitest'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'

/* the house switched on that Salir ends the session on the server; salir.e2e.ts shows that nothing is sent else. */

const casa = await abrirCasa()
await comoDueno(casa.datos, `UPDATE ajustes SET valor = 'true' WHERE clave = 'salida_avisa'`)

const estado = (token: string) =>
  fetch(`${casa.url}/api/auth/sesion`, { headers: { 'x-token': token } }).then(
    ({ status }) => status,
  )

test('Salir sends one request, without waiting for it, and the copied token is dead', async () => {
  const page = await casa.entrar('cajera')
  await page.waitForURL('**/dashboard')
  const token = await page.evaluate(() => localStorage.getItem('idToken') ?? '')
  expect(await estado(token)).toBe(200)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
  })
  await page.getByRole('button', { name: 'Salir', exact: true }).click()
  await page.getByText('Cierre de sesion exitoso').waitFor()
  await page.getByLabel('Usuario o correo').waitFor()
  await expect.poll(() => calls).toEqual(['/api/auth/salir'])
  await expect.poll(() => estado(token)).toBe(401)
  expect(await page.evaluate(() => localStorage.getItem('idToken'))).toBe(null)
})

test('it leaves all the same when the server does not hear it', async () => {
  const page = await casa.entrar('cajera')
  await page.waitForURL('**/dashboard')
  await page.route('**/api/auth/salir', (route) => route.abort())
  await page.getByRole('button', { name: 'Salir', exact: true }).click()
  await page.getByText('Cierre de sesion exitoso').waitFor()
  await page.getByLabel('Usuario o correo').waitFor()
})
