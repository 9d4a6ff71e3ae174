import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { ENSAYO } from '../../support/vitest/ensayo.ts'
import { pantallas } from '../../support/web/pantallas.ts'
import { abrirCasa, dibujado } from '../casa.ts'
import { ir } from '../pantallas.ts'
import { contar, quieta } from '../quieta.ts'

/* Signing out makes no call from any screen, and leaves none of its data behind. */

const casa = await abrirCasa()

/** Paths of the pages with a bar: every screen of an administrator, one record of each kind, one unknown path. */
async function paginas(): Promise<string[]> {
  const barred = (await pantallas())
    .filter(({ acceso, completa }) => acceso !== 'publico' && acceso !== 'ingreso' && !completa)
    .map(({ path }) => path.replace('$fecha', '2025-11-19').replace(/\$\w+/g, '1'))
  return [...new Set([...barred, '/no-hay-tal-cosa'])]
}

/** Collects the requests that the page sends from now on, as method and URL. */
function escuchar(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${request.url()}`))
  return calls
}

/** Opens a page from inside the program, and waits until its name is in the tab: the one before it is gone. */
async function abrir(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname === path) return
  await page.evaluate(() => {
    document.title = ''
  })
  await ir(page, path)
  await page.waitForFunction(() => document.title !== '')
  await page.getByRole('button', { name: 'Salir', exact: true }).waitFor()
}

/** Presses Salir, with nothing of the browser before it: no pointer moves, no focus. */
const SALIR = `Array.from(document.querySelectorAll('button')).find((b) => b.textContent === 'Salir').click()`

test('Salir sends nothing, from any page', async () => {
  const page = contar(await casa.visita())
  // The code of the notices loads a moment after the rest.
  const notices = page.waitForResponse(/\/assets\/avisos-[^/]*\.js$/)
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('admin')
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  const kept = page.waitForResponse(/\/api\/tipos-cambios\/ultimas$/)
  await page.waitForURL('**/dashboard')
  await (await notices).finished()
  await (await kept).finished()
  const wrong: string[] = []
  const titles = new Map<string, string[]>()
  const calls = escuchar(page)
  for (const [n, path] of (await paginas()).entries()) {
    await abrir(page, path)
    await quieta(page)
    const here = await page.evaluate(() => location.pathname)
    if (here !== path) wrong.push(`${path}: opened ${here}`)
    const title = await page.title()
    titles.set(title, [...(titles.get(title) ?? []), path])
    // From every page in a rehearsal.
    if (!ENSAYO && n % 4 !== 0) continue
    const key = await page.evaluate(() => localStorage.getItem('idToken') ?? '')
    calls.length = 0
    await page.getByRole('button', { name: 'Salir', exact: true }).click()
    await page.getByText('Cierre de sesion exitoso').last().waitFor()
    await page.getByLabel('Usuario o correo').waitFor()
    await dibujado(page)
    if (calls.length > 0) wrong.push(`${path}: ${calls.join(', ')}`)
    if (new URL(page.url()).pathname !== '/') wrong.push(`${path}: ended at ${page.url()}`)
    // The server knows nothing of the sign-out: the stored token still works for the next page.
    await page.evaluate((token) => localStorage.setItem('idToken', token), key)
    await abrir(page, '/dashboard')
  }
  expect(wrong).toEqual([])
  // On the way: no two pages have one name in the tabs of the browser.
  const alike = [...titles].filter(([title, paths]) => paths.length > 1 || title === 'Cambista')
  expect(alike).toEqual([])
})

test('another tab that receives the sign-out sends nothing either', async () => {
  const page = await casa.entrar('admin')
  const other = contar(await page.context().newPage())
  const notices = other.waitForResponse(/\/assets\/avisos-[^/]*\.js$/)
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

test('signing out of a changed form asks nothing, and the form is empty for the next user', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/clientes/nuevo')
  await page.getByLabel('Nombres').fill('Rosa a medias')
  await page.getByRole('button', { name: 'Salir', exact: true }).click()
  await page.getByLabel('Usuario o correo').waitFor()
  expect(await page.getByText('¿Salir sin guardar?').count()).toBe(0)
  // The user name field has the focus.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('usuario')
})

test('what comes ahead for a link or a row is not asked for once its user has left', async () => {
  const page = await casa.entrar('admin')
  const notices = page.waitForResponse(/\/assets\/avisos-[^/]*\.js$/)
  await page.goto('/compras-ventas')
  await page
    .getByRole('row', { name: /^Abrir/ })
    .nth(2)
    .waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await (await notices).finished()
  const key = await page.evaluate(() => localStorage.getItem('idToken') ?? '')
  const calls = escuchar(page)
  const api = () => calls.filter((call) => call.includes('/api/'))

  // The code of a page is on its way while its user leaves: the data of that page is asked for no more.
  const held: Route[] = []
  const CODE = /\/assets\/[^/]*\.js$/
  let open = false
  await page.route(CODE, (route) => (open ? route.continue() : void held.push(route)))
  const code = page.waitForRequest(CODE)
  await page.getByRole('link', { name: 'T. Cambios' }).hover()
  await code
  await page.evaluate(SALIR)
  calls.length = 0
  const came = held.map(async (route) => (await route.request().response())?.finished())
  open = true
  for (const route of held) await route.continue()
  await Promise.all(came)
  await page.getByLabel('Usuario o correo').waitFor()
  await page.unroute(CODE)
  await dibujado(page)
  expect(api()).toEqual([])

  // Left before the link or the row counts as meant: not even the code is asked for.
  for (const what of ['tr[aria-label^="Abrir"]', 'nav a[href="/ordenes"]']) {
    await page.evaluate((token) => localStorage.setItem('idToken', token), key)
    const first = ['avisos', 'acercar'].map((name) =>
      page.waitForResponse((r) => r.url().includes(`/assets/${name}-`)),
    )
    await page.goto('/gastos')
    await page.locator('tr[aria-label^="Abrir"]').first().waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    for (const answer of await Promise.all(first)) await answer.finished()
    await dibujado(page)
    calls.length = 0
    // The moment after which the link or the row counts as meant is over right after Salir.
    const over = await page.evaluate(`
      const start = window.setTimeout
      const held = []
      window.setTimeout = (call, ms, ...rest) => ms === 60 ? held.push(call) : start(call, ms, ...rest)
      document.querySelector('${what}').focus()
      window.setTimeout = start
      ${SALIR}
      for (const call of held) call()
      held.length`)
    expect(over).toBe(1)
    await page.getByLabel('Usuario o correo').waitFor()
    await dibujado(page)
    expect(calls).toEqual([])
  }
})
