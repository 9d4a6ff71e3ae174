import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa, dibujado } from '../casa.ts'

const casa = await abrirCasa()

/** Holds all timers until `correr()`, so that the sign-in page's prefetch starts when the test says so. */
const PARADOS = `{
  const start = window.setTimeout
  const held = []
  window.setTimeout = (...timer) => held.push(timer)
  window.correr = () => {
    window.setTimeout = start
    for (const timer of held.splice(0)) start(...timer)
  }
}`

/** Adds up what moves without anybody having touched the page. */
const MOVIDO = `{
  window.movido = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.movido += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}`

/** What goes over the wire for a page, headers included. */
async function escuchar(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const cuenta = { bytes: 0, peticiones: 0 }
  const open = new Set<string>()
  const ended = new Set<string>()
  const names = new Map<string, string>()
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('data:')) return
    names.set(requestId, request.url)
    cuenta.peticiones += 1
    // The live event stream never ends.
    if (!request.url.endsWith('/api/eventos')) open.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    cuenta.bytes += encodedDataLength
    open.delete(requestId)
    ended.add(names.get(requestId) ?? '')
  })
  cdp.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId))
  /** Waits until no request is open and one whose URL matches `name` has ended. */
  const todo = async (name: RegExp) => {
    await expect.poll(() => [...ended].some((url) => name.test(url))).toBe(true)
    await dibujado(page)
    await expect.poll(() => open.size).toBe(0)
  }
  return { cuenta, todo, names }
}

test('an empty cache stays within the byte budget until the sign-in form, and until the first list', async () => {
  const page = await casa.visita()
  const { cuenta, todo } = await escuchar(page)
  await page.addInitScript(PARADOS)
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('cajera')
  await page.evaluate('document.fonts.ready.then(() => 1)')
  await todo(/\.woff2$/)
  expect(cuenta.bytes).toBeLessThan(100_000)

  await page.evaluate('correr()')
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.waitForURL('**/dashboard')
  await todo(/\/api\/dashboard$/)
  const bar = page.getByRole('navigation', { name: 'Principal' })
  await bar.getByRole('button', { name: 'Operaciones' }).click()
  await bar.getByRole('link', { name: 'Compra - Venta' }).click()
  await page.getByRole('row').nth(10).waitFor()
  // The code of the notices is fetched at the first touch.
  await todo(/\/assets\/avisos-[^/]*\.js$/)
  // Form, dashboard, list, and what comes at the first touch: notices, tools of lists, how lists open.
  expect(cuenta.bytes).toBeLessThan(251_300)
  expect(cuenta.peticiones).toBeLessThanOrEqual(34)
  expect(casa.errores).toEqual([])
})

/** Bounds that keep the figures from growing again; docs/rendimiento.md has the goals. */
const DIRECTAS = [
  {
    ruta: '/compras-ventas',
    de: 'cajera',
    fin: /\/compras-ventas\/totales$/,
    bytes: 224_000,
    peticiones: 19,
  },
  {
    ruta: '/compras-ventas/nueva',
    de: 'cajera',
    fin: /\/opciones$/,
    bytes: 266_000,
    peticiones: 21,
  },
  { ruta: '/dashboard', de: 'cajera', fin: /\/api\/dashboard$/, bytes: 227_300, peticiones: 22 },
  { ruta: '/ordenes', de: 'cajera', fin: /\/resumen\?desde/, bytes: 244_600, peticiones: 31 },
  { ruta: '/reportes/volumen', de: 'admin', fin: /\/volumen\?por/, bytes: 238_200, peticiones: 29 },
]

test.each(DIRECTAS)(
  '$ruta, opened cold by its address: bytes, requests, and nothing moves (R-199, R-201)',
  async (screen) => {
    const page = await casa.entrar(screen.de)
    const token = await page.evaluate("localStorage.getItem('idToken')")
    await page.close()
    const cold = await casa.visita()
    await cold.addInitScript(
      `localStorage.getItem('idToken') ?? localStorage.setItem('idToken', '${token}')`,
    )
    await cold.addInitScript(MOVIDO)
    const { cuenta, todo, names } = await escuchar(cold)
    await cold.goto(screen.ruta)
    await cold.getByRole('heading', { level: 1 }).waitFor()
    await todo(screen.fin)
    await todo(/\.woff2$/)
    const { bytes, peticiones } = cuenta
    expect(bytes).toBeLessThan(screen.bytes)
    expect(peticiones).toBeLessThanOrEqual(screen.peticiones)
    expect(await cold.evaluate('window.movido')).toBeLessThanOrEqual(0.02)
    // What the page asked for is not asked for again.
    const calls = [...names.values()].filter((url) => url.includes('/api/'))
    expect(calls.filter((url, at) => calls.indexOf(url) !== at)).toEqual([])
    expect(await cold.evaluate('Object.keys(adelanto.respuestas)')).toEqual([])
    // No list, board or counter waits for what judges forms, nor for what opens a dialog.
    expect(
      [...names.values()].filter((url) =>
        /\/(?:formulario|avisos|flotante|eleccion|clave|campos)-/.test(url),
      ),
    ).toEqual([])
    expect(casa.errores).toEqual([])
  },
)
