import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

/* The guard's session check fails: the requested page cannot open now and opens automatically later. */

const casa = await abrirCasa()
const CHECK = '**/api/auth/refresh-token'
const VUELVE = 'Volverá a su página en cuanto el sistema responda.'

/** Collects the errors that the page writes to the console. */
function registro(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  return said
}

const path = (page: Page) => new URL(page.url()).pathname

test('an unavailable service shows its message at the sign-in, is logged, and the page returns automatically', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/clientes?buscar=rosa')
  await page.getByRole('heading', { name: 'Clientes' }).waitFor()
  const said = registro(page)
  const message = 'Servicio no disponible temporalmente.'
  await page.route(CHECK, (route) =>
    route.fulfill({ status: 503, json: { ok: false, message, codigo: 'NO_DISPONIBLE' } }),
  )
  await page.reload()
  await page.getByText(`${message} ${VUELVE}`).waitFor()
  expect(path(page)).toBe('/')
  await page.getByLabel('Usuario o correo').waitFor()
  expect(said.filter((text) => text.includes('La sesión no se pudo comprobar.'))).toHaveLength(1)
  expect(await page.evaluate(() => localStorage.getItem('idToken'))).not.toBeNull()
  await page.unroute(CHECK)
  await page.getByRole('heading', { name: 'Clientes' }).waitFor()
  expect(path(page)).toBe('/clientes')
  expect(await page.getByLabel('Buscar por nombre, documento o celular').inputValue()).toBe('rosa')
  await page.getByRole('navigation', { name: 'Principal' }).waitFor()
})

test('a network failure is shown at the sign-in, and the page returns when the network does', async () => {
  const page = await casa.entrar('cajera')
  await page.route(CHECK, (route) => route.abort('internetdisconnected'))
  await page.goto('/clientes')
  await page.getByText(/No hay conexión con el servidor/).waitFor()
  await page.getByText(VUELVE).waitFor()
  expect(path(page)).toBe('/')
  await page.unroute(CHECK)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('heading', { name: 'Clientes' }).waitFor()
})

test('if the session has ended when the service returns, signing in leads to the requested page', async () => {
  const page = await casa.entrar('cajera')
  await page.route(CHECK, (route) => route.abort('internetdisconnected'))
  await page.goto('/clientes')
  await page.getByText(VUELVE).waitFor()
  await page.evaluate(() => localStorage.setItem('idToken', 'A'.repeat(43)))
  await page.unroute(CHECK)
  await page.getByText(VUELVE).waitFor({ state: 'detached' })
  await page.getByLabel('Usuario o correo').fill('cajera')
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.waitForURL('**/clientes')
  expect(casa.errores).toEqual([])
})
