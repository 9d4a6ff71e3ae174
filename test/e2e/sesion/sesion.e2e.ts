import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('signing in as admin shows the bar, in the words of the original brief', async () => {
  const page = await casa.entrar('admin')
  const bar = page.getByRole('navigation', { name: 'Principal' })
  await bar.getByText('Ada Ramos').waitFor()
  for (const group of ['Administración', 'Operaciones']) {
    await bar.getByRole('button', { name: group }).waitFor()
  }
  await bar.getByRole('button', { name: 'Administración' }).click()
  for (const item of ['T. Pagos', 'E. Financieras', 'Cuentas', 'Usuarios', 'Clientes']) {
    await bar.getByRole('link', { name: item }).waitFor()
  }
  await bar.getByRole('button', { name: 'Operaciones' }).click()
  for (const item of ['Compra - Venta', 'Transferencias', 'Gastos']) {
    await bar.getByRole('link', { name: item }).waitFor()
  }
  for (const link of ['P. Divisas', 'T. Cambios', 'Ordenes'])
    await bar.getByRole('link', { name: link }).waitFor()
})

test('wrong credentials show an error and keep the user name; five of them lock the user for a while', async () => {
  const page = await casa.visita()
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('contadora')
  for (let i = 0; i < 5; i += 1) {
    await page.getByLabel('Contraseña', { exact: true }).fill('no es esta')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.getByText('Usuario o contraseña incorrectos.').waitFor()
  }
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.getByText(/Demasiados intentos/).waitFor()
  expect(await page.getByLabel('Usuario o correo').inputValue()).toBe('contadora')
})

test('without a session every route leads to the sign-in form, and back to the route after signing in', async () => {
  const page = await casa.visita()
  await page.goto('/compras-ventas')
  await page.getByLabel('Usuario o correo').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.getByRole('navigation', { name: 'Principal' }).count()).toBe(0)
})

test('the manager sees the menu with locks, and a locked item leads to /unauthorized', async () => {
  const page = await casa.visita()
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('gerente')
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.getByRole('button', { name: 'Operaciones' }).click()
  await page.getByRole('link', { name: /Compra - Venta/ }).click()
  await page.waitForURL('**/unauthorized*')
  await page.getByText(/Su rol, Gerente, no puede abrir/).waitFor()
})

test('any other path is a not-found page', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/no-hay-tal-cosa')
  await page.getByRole('heading', { name: 'Esta página no existe' }).waitFor()
})

test('Salir ends the session in every tab, without a call', async () => {
  const page = await casa.entrar('admin')
  const other = await page.context().newPage()
  await other.goto('/clientes')
  await other.getByRole('navigation', { name: 'Principal' }).waitFor()
  const calls: string[] = []
  page.on('request', (request) =>
    calls.push(`${request.method()} ${new URL(request.url()).pathname}`),
  )
  await page.getByRole('button', { name: 'Salir' }).click()
  await page.getByLabel('Usuario o correo').waitFor()
  await page.getByText('Cierre de sesion exitoso').waitFor()
  await other.getByLabel('Usuario o correo').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('idToken'))).toBeNull()
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
})
