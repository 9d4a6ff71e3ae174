import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa, dibujado } from '../casa.ts'
import { pantallas } from '../pantallas.ts'

/* Signing out makes no call, whatever the screen was showing, and leaves nothing of it behind. */

const casa = await abrirCasa()

/** The pages with a bar: every screen an administrator opens, a record of each kind, one that is not there. */
async function paginas(): Promise<string[]> {
  const barred = (await pantallas())
    .filter(({ acceso, completa }) => acceso !== 'publico' && acceso !== 'ingreso' && !completa)
    .map(({ path }) => path.replace('$fecha', '2025-11-19').replace(/\$\w+/g, '1'))
  return [...new Set([...barred, '/no-hay-tal-cosa'])]
}

const abiertas = new WeakMap<Page, Set<Request>>()

/** Counts what a page has asked for and not got yet, from its first request on. */
function contar(page: Page): Page {
  const open = new Set<Request>()
  abiertas.set(page, open)
  page.on('request', (request) => {
    // The stream of events never ends.
    if (!request.url().endsWith('/api/eventos')) open.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => open.delete(request))
  }
  return page
}

/** Waits until what the page shows is there: nothing is asked for, nor by what was drawn of the last answer. */
async function quieta(page: Page): Promise<void> {
  for (let quiet = 0; quiet < 5; ) {
    await dibujado(page)
    quiet = abiertas.get(page)?.size ? 0 : quiet + 1
  }
}

/** Everything that leaves the page from now on. */
function escuchar(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${request.url()}`))
  return calls
}

test('Salir sends nothing, from any page', async () => {
  const page = contar(await casa.visita())
  // What notices are drawn with comes a moment after the rest.
  const notices = page.waitForResponse(/\/assets\/toasts-[^/]*\.js$/)
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('admin')
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.waitForURL('**/dashboard')
  await (await notices).finished()
  const wrong: string[] = []
  const calls = escuchar(page)
  for (const path of await paginas()) {
    await page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await page.getByRole('button', { name: 'Salir', exact: true }).waitFor()
    await quieta(page)
    const key = await page.evaluate(() => localStorage.getItem('idToken') ?? '')
    calls.length = 0
    await page.getByRole('button', { name: 'Salir', exact: true }).click()
    await page.getByText('Cierre de sesion exitoso').last().waitFor()
    await page.getByLabel('Usuario o correo').waitFor()
    await dibujado(page)
    if (calls.length > 0) wrong.push(`${path}: ${calls.join(', ')}`)
    if (new URL(page.url()).pathname !== '/') wrong.push(`${path}: ended at ${page.url()}`)
    // The server has heard nothing of it: the session goes on where the next page is asked for.
    await page.evaluate((token) => localStorage.setItem('idToken', token), key)
  }
  expect(wrong).toEqual([])
})

test('another tab that hears of it sends nothing either', async () => {
  const page = await casa.entrar('admin')
  const other = contar(await page.context().newPage())
  const notices = other.waitForResponse(/\/assets\/toasts-[^/]*\.js$/)
  await other.goto('/ordenes')
  await other.getByRole('heading', { name: 'Órdenes', exact: true }).waitFor()
  await (await notices).finished()
  await quieta(other)
  const calls = escuchar(other)
  await page.getByRole('button', { name: 'Salir', exact: true }).click()
  await other.getByLabel('Usuario o correo').waitFor()
  await dibujado(other)
  expect(calls).toEqual([])
})

test('a changed form is left without being asked, and is empty for whoever comes next', async () => {
  const page = await casa.entrar('cajera')
  await page.goto('/clientes/nuevo')
  await page.getByLabel('Nombres').fill('Rosa a medias')
  await page.getByRole('button', { name: 'Salir', exact: true }).click()
  await page.getByLabel('Usuario o correo').waitFor()
  expect(await page.getByText('¿Salir sin guardar?').count()).toBe(0)
  // The cursor waits where one signs in.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('usuario')
})
