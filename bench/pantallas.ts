// `npm run bench -- pantallas`: how the pages feel on a phone four times slower than this machine, on a slow line.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { loadDemo } from '../scripts/demo/load.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { startPostgres } from '../src/server/embedded/embedded.ts'
import { launchBrowser } from '../test/support/browser.ts'
import { programa } from './arranque.ts'
import { CLAVE, say, VUELTAS } from './mundo.ts'
import { anotar, entero, mediana, tabla } from './tabla.ts'

/** How many times slower than here: what Lighthouse takes for a phone. */
const LENTO = 4
/** The slow line of Lighthouse: 150 ms, 1.6 Mbit/s down, 0.75 up. */
const LINEA = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
}
const TELEFONO = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true }

const PAGINAS = [
  '/dashboard',
  '/compras-ventas/nueva',
  '/compras-ventas',
  '/ordenes',
  '/reportes/volumen',
] as const

/** In the page: what moved without a touch, what kept the page from answering, and how long answers took. */
const MEDIR = `
  window.medido = { cls: 0, lcp: 0, tbt: 0, eventos: [] }
  const ver = (type, add, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true, ...options })
  ver('layout-shift', (e) => { if (!e.hadRecentInput) medido.cls += e.value })
  ver('largest-contentful-paint', (e) => { medido.lcp = e.startTime })
  ver('longtask', (e) => { medido.tbt += Math.max(0, e.duration - 50) })
  ver('event', (e) => { if (e.interactionId) medido.eventos.push(e.duration) }, { durationThreshold: 16 })`

interface Medido {
  cls: number
  lcp: number
  tbt: number
  /** Milliseconds from a key to what it drew, of those that took 16 or more. */
  eventos: number[]
}

const medido = (page: Page) => page.evaluate<Medido>('window.medido')

/** Waits until nothing of the page is on its way any more; the stream of news never ends. */
async function llegada(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  await page.locator('[aria-busy=true], .pulso').first().waitFor({ state: 'detached' })
  await sleep(3_000)
}

/** Measures the page from its next address on, on a processor that is slowed down. */
async function frenar(page: Page): Promise<void> {
  await page.addInitScript(MEDIR)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: LENTO })
}

/** A page of somebody who has signed in, slowed down. */
async function lenta(browser: Browser, base: string, options: object): Promise<Page> {
  const context = await browser.newContext({ baseURL: base, locale: 'es-PE', ...options })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('admin')
  await page.getByLabel('Contraseña', { exact: true }).fill(CLAVE)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.waitForURL('**/dashboard')
  await frenar(page)
  return page
}

/** The slowest answer to a key while 40 digits are typed into `campo`. */
async function teclas(page: Page, campo: Locator): Promise<number> {
  await campo.click()
  await page.evaluate('window.medido.eventos = []')
  for (const digit of '1234567890'.repeat(4)) {
    await page.keyboard.press(digit)
    await sleep(120)
    if (digit === '6') await page.keyboard.press('ControlOrMeta+A')
  }
  return Math.max(16, ...(await medido(page)).eventos)
}

/** Where people type all day: an address, what is pressed first, and the field. */
const CAMPOS: readonly [
  que: string,
  ruta: string,
  campo: (page: Page) => Locator,
  tecla?: string,
][] = [
  ['counter', '/compras-ventas/nueva', (page) => page.getByLabel('Recibimos US$')],
  ['new order', '/ordenes/nueva', (page) => page.getByLabel(/^Entrega S\//)],
  ['search of a list', '/compras-ventas', (page) => page.getByLabel(/^Buscar por/)],
  ['search of the board', '/ordenes', (page) => page.getByLabel(/^Buscar por/)],
  [
    'palette',
    '/clientes',
    (page) => page.getByRole('combobox', { name: /^Buscar páginas/ }),
    'Control+k',
  ],
]

async function filasDePantallas(browser: Browser, base: string): Promise<void> {
  const page = await lenta(browser, base, TELEFONO)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Network.emulateNetworkConditions', LINEA)
  for (const ruta of PAGINAS) {
    const seen: Medido[] = []
    for (let n = 0; n < VUELTAS; n += 1) {
      await page.goto(ruta)
      await llegada(page)
      seen.push(await medido(page))
    }
    const of = (key: 'cls' | 'lcp' | 'tbt') => mediana(seen.map((one) => one[key]))
    anotar({
      que: `${ruta}, moved without a touch`,
      nuestro: String(Math.round(of('cls') * 1000) / 1000),
      meta: '≤ 0.02',
      cumple: of('cls') <= 0.02,
    })
    anotar({
      que: `${ruta}, largest part drawn; time over 50 ms of long tasks`,
      nuestro: `${entero(of('lcp'))} ms; ${entero(of('tbt'))} ms`,
    })
  }
  await page.context().close()
}

/** Typing where people type, beside a bare page with one field, on the same slowed machine. */
async function filasDeTeclas(browser: Browser, base: string): Promise<void> {
  const page = await lenta(browser, base, { viewport: { width: 1366, height: 768 } })
  const bare = await page.context().newPage()
  await frenar(bare)
  await bare.goto('data:text/html,<label>Monto <input></label>')
  for (const [que, ruta, campo, tecla] of CAMPOS) {
    const ours: number[] = []
    const reference: number[] = []
    for (let n = 0; n < VUELTAS; n += 1) {
      await page.bringToFront()
      await page.goto(ruta)
      await llegada(page)
      if (tecla) await page.keyboard.press(tecla)
      await campo(page).waitFor()
      ours.push(await teclas(page, campo(page)))
      await bare.bringToFront()
      reference.push(await teclas(bare, bare.getByLabel('Monto')))
    }
    anotar({
      que: `${que}, slowest answer to a key of 40 (INP), ${LENTO} × slower`,
      nuestro: `${entero(mediana(ours))} ms`,
      referencia: `${entero(mediana(reference))} ms bare field`,
      razon: mediana(ours) / mediana(reference),
      meta: '≤ 100 ms',
      cumple: mediana(ours) <= 100,
    })
  }
  await page.context().close()
}

/** A demo of its own, for these figures alone. */
export async function soloPantallas(): Promise<void> {
  const carpeta = mkdtempSync(join(tmpdir(), 'cambista-bench-'))
  const postgres = await startPostgres({ carpeta })
  const { url } = postgres
  try {
    say('Loading the demo…')
    await migrate(url)
    await loadDemo(url, { dias: 5, plena: true })
    const server = await programa({ DATABASE_URL: url, CAMBISTA_DEMO: '1' })
    const browser = await launchBrowser()
    try {
      const base = `http://127.0.0.1:${server.puerto}`
      await filasDePantallas(browser, base)
      await filasDeTeclas(browser, base)
    } finally {
      await browser.close()
      await server.parar()
    }
  } finally {
    await postgres.stop()
    rmSync(carpeta, { recursive: true, force: true })
  }
  process.stdout.write(`\n${tabla()}\n`)
}
