import { readdirSync } from 'node:fs'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Screen } from '../../src/web/screens.ts'
import { RATO } from '../support/plazos.ts'
import { abrirCasa } from './casa.ts'

/* Signing out makes no call, whatever the screen was showing, and leaves nothing of it behind. */

const casa = await abrirCasa()

/** The pages with a bar: every screen an administrator opens, a record of each kind, one that is not there. */
async function paginas(): Promise<string[]> {
  const screens = await Promise.all(
    readdirSync('src/areas').map(async (area): Promise<Screen[]> => {
      if (!readdirSync(`src/areas/${area}`).includes('screens.tsx')) return []
      const found = (await import(`../../src/areas/${area}/screens.tsx`)) as { screens?: Screen[] }
      return found.screens ?? []
    }),
  )
  const barred = screens
    .flat()
    .filter(({ acceso, completa }) => acceso !== 'publico' && acceso !== 'ingreso' && !completa)
    .map(({ path }) => path.replace('$fecha', '2025-11-19').replace(/\$\w+/g, '1'))
  return [...new Set([...barred, '/no-hay-tal-cosa'])]
}

/** Waits until the page has been quiet for a moment: what it shows is there. */
async function quieta(page: Page): Promise<void> {
  let open = 0
  let since = Date.now()
  const begins = (request: Request) => {
    if (!request.url().endsWith('/api/eventos')) open += 1
  }
  const ends = (request: Request) => {
    if (!request.url().endsWith('/api/eventos')) open -= 1
    since = Date.now()
  }
  page.on('request', begins).on('requestfinished', ends).on('requestfailed', ends)
  while (open > 0 || Date.now() - since < 500) await new Promise((done) => setTimeout(done, 50))
  page.off('request', begins).off('requestfinished', ends).off('requestfailed', ends)
}

/** Everything that leaves the page from now on. */
function escuchar(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${request.url()}`))
  return calls
}

test('Salir sends nothing, from any page', async () => {
  const page = await casa.visita()
  // What notices are drawn with comes a moment after the rest.
  const notices = page.waitForResponse(/\/assets\/toasts-[^/]*\.js$/)
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('admin')
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.waitForURL('**/dashboard')
  await (await notices).finished()
  const wrong: string[] = []
  for (const path of await paginas()) {
    await page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await page.getByRole('button', { name: 'Salir', exact: true }).waitFor()
    await quieta(page)
    const key = await page.evaluate(() => localStorage.getItem('idToken') ?? '')
    const calls = escuchar(page)
    await page.getByRole('button', { name: 'Salir', exact: true }).click()
    await page.getByText('Cierre de sesion exitoso').last().waitFor()
    await page.getByLabel('Usuario o correo').waitFor()
    await page.waitForTimeout(RATO)
    if (calls.length > 0) wrong.push(`${path}: ${calls.join(', ')}`)
    page.removeAllListeners('request')
    if (new URL(page.url()).pathname !== '/') wrong.push(`${path}: ended at ${page.url()}`)
    // The server has heard nothing of it: the session goes on where the next page is asked for.
    await page.evaluate((token) => localStorage.setItem('idToken', token), key)
  }
  expect(wrong).toEqual([])
})

test('another tab that hears of it sends nothing either', async () => {
  const page = await casa.entrar('admin')
  const other = await page.context().newPage()
  const notices = other.waitForResponse(/\/assets\/toasts-[^/]*\.js$/)
  await other.goto('/ordenes')
  await other.getByRole('heading', { name: 'Órdenes', exact: true }).waitFor()
  await (await notices).finished()
  await quieta(other)
  const calls = escuchar(other)
  await page.getByRole('button', { name: 'Salir', exact: true }).click()
  await other.getByLabel('Usuario o correo').waitFor()
  await other.waitForTimeout(RATO)
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
