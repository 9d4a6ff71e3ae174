import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

/* The guard's check throws: the page that was asked for cannot be opened now, and opens by itself later. */

const casa = await abrirCasa()
const CHECK = '**/api/auth/refresh-token'
const VUELVE = 'Volverá a su página en cuanto el sistema responda.'

/** What the page writes to its log as errors. */
function registro(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  return said
}

const path = (page: Page) => new URL(page.url()).pathname

test('a service that is away sends to login with its own sentence, is logged, and the page comes back by itself', async () => {
  const page = await casa.entrar('admin')
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
  expect(page.url()).toContain('/clientes?buscar=rosa')
  await page.getByRole('navigation', { name: 'Principal' }).waitFor()
})

test('a network that is down says so at login, and the page comes back with it', async () => {
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

test('a session that is over when the service is back asks to sign in, and leads where one wanted', async () => {
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
