import { randomBytes } from 'node:crypto'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { loadDemo } from '../../scripts/demo/load.ts'
import { type App, buildApp } from '../../src/main.app.ts'
import type { Afuera } from '../../src/server/acceso/clave.ts'
import { POR_SESION } from '../../src/server/http/guardia/limites.ts'
import { PASSWORD_DEMO } from '../../src/server/proceso/demo.ts'
import { LLAVE_TOKEN } from '../../src/web/api/http.ts'
import { launchBrowser, OTRA_MAQUINA } from '../support/browser.ts'
import { aTiempo, PLAZO } from '../support/plazos.ts'
import { createDatabase, createFilledDatabase } from '../support/servidor/database.ts'
import { comoDueno, comoSuperusuario, sinVentanas } from '../support/servidor/dueno.ts'
import { comoRol } from '../support/servidor/url.ts'
import { alFallar } from './al-fallar.ts'

/** The instant at which every e2e test starts: the day for which the demo is loaded. */
export const AHORA = '2025-11-20T20:00:00.000Z'

export interface Casa {
  app: App
  /** Connection string of its database, with the owner's rights. */
  datos: string
  url: string
  /** The house's secret. */
  clave: Buffer
  /** The same server as other machines of the shop reach it: http, at a host that is not localhost. */
  urlDeOtra: string
  browser: Browser
  /** A page in a new browser context, with nobody signed in. */
  visita(options?: Parameters<Browser['newContext']>[0]): Promise<Page>
  /** A page in a new browser context, signed in through the form. */
  entrar(
    usuario: string,
    options?: Parameters<Browser['newContext']>[0],
    password?: string,
  ): Promise<Page>
  /**
   * A page in a new browser context of a user who has signed in, before its first address: the test opens that one.
   * Neither the form nor the dashboard is drawn for it.
   */
  dentro(
    usuario: string,
    options?: Parameters<Browser['newContext']>[0],
    password?: string,
  ): Promise<Page>
  /** Errors of all pages: scripts that threw, requests that the content policy refused. */
  errores: string[]
}

/** Resolves when a request whose URL contains `path` has ended: answered, failed or aborted by the page. */
export const terminada = (page: Page, path: string) =>
  new Promise<void>((done) => {
    const look = (request: Request) => {
      if (request.url().includes(path)) done()
    }
    page.on('requestfinished', look).on('requestfailed', look)
  })

/** Waits two animation frames: by then the page has drawn what the last action changed. */
export const dibujado = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

/** Gives the window a size, and waits until the page is laid out and drawn in it, lengths in vw too. */
export async function ajustado(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForFunction((width) => {
    const ruler = document.body.appendChild(document.createElement('div'))
    Object.assign(ruler.style, { position: 'fixed', width: '100vw', height: '0' })
    const measured = ruler.getBoundingClientRect().width
    ruler.remove()
    return innerWidth === width && measured === width
  }, size.width)
  await dibujado(page)
}

/** Waits until every finite animation has ended and is drawn; endless ones (spinners) are not waited for. */
export async function reposado(page: Page): Promise<void> {
  // Asked again and again: `finished` of an animation that was collected with its element never settles.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || !Number.isFinite(Number(effect?.getComputedTiming().endTime)),
      ),
  )
  await dibujado(page)
}

/** The settings that the template of all tests loosens, as the migrations write them for a new house. */
const exigirComoNace = (url: string) =>
  comoDueno(
    url,
    "UPDATE ajustes SET valor = 'true' WHERE clave IN ('exigir_turno', 'exigir_segundo_factor')",
  )

const SONDA = '/sonda'

/**
 * Makes `page.route` return when the page's requests do go by it. Chromium answers before the page has heard of it: on a
 * busy machine the next request went past the route, and the test waited for something that never happened.
 */
function desviarDeVerdad(page: Page): void {
  const route = page.route.bind(page)
  const probar = () => page.evaluate((path) => fetch(path).then(({ status }) => status), SONDA)
  page.route = async (...given) => {
    const disposable = await route(...given)
    if (!page.url().startsWith('http')) return disposable
    await route(`**${SONDA}`, (probe) => probe.fulfill({ status: 204 }))
    await expect.poll(probar).toBe(204)
    await page.unroute(`**${SONDA}`)
    return disposable
  }
}

/**
 * Gives what a page is asked a limit: playwright has none for it, so that one frame that was never drawn held a test
 * until the test's own limit, half an hour.
 */
function acotar(page: Page): void {
  const evaluate = page.evaluate.bind(page) as (...given: unknown[]) => Promise<unknown>
  const limited = (...given: unknown[]) =>
    aTiempo(`${page.url()}: ${String(given[0])}`, evaluate(...given))
  page.evaluate = limited as Page['evaluate']
}

/** What the connections of a house's database do, and what they wait for. */
async function loQueEspera(url: string): Promise<string> {
  const rows = await comoSuperusuario<{ dice: string }>(
    url,
    `SELECT concat_ws(' ', pid, state, wait_event_type, wait_event, now() - xact_start, pg_blocking_pids(pid),
                      left(query, 200)) AS dice
       FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
  return rows.map(({ dice }) => dice).join('\n  ')
}

/**
 * Serves `dias` days of the demo, or a house without anything, to a real browser, on a database of its own; `reloj` is
 * the server's clock. With `plena` it is the whole demo, served as `npm start` serves one. `comoNace`: an empty house
 * asks for a turn and for the second factor, as every house does in which nobody changed that. `proxies` stand in front;
 * `respaldo` says where its backups are.
 */
export async function abrirCasa({
  dias = 1,
  reloj = (): string => AHORA,
  vacia = false,
  plena = false,
  comoNace = false,
  proxies = [] as string[],
  respaldo = undefined as Afuera['respaldo'],
} = {}): Promise<Casa> {
  const name = `demo_${dias}${plena ? '_plena' : ''}`
  const database = vacia
    ? await createDatabase()
    : await createFilledDatabase(name, (url) => loadDemo(url, { ahora: AHORA, dias, plena }))
  if (comoNace) await exigirComoNace(database.url)
  else await sinVentanas(database.url)
  // The tests' price source and receivers of events listen on this machine.
  const clave = randomBytes(32)
  const locales = { fuentesLocales: true, webhooksLocales: true }
  const afuera = { anclas: null, clave, ...locales, demo: plena, ...(respaldo && { respaldo }) }
  const app = await buildApp({
    juzga: true,
    url: comoRol(database.url, 'cambista_servidor'),
    reloj,
    afuera,
    // The limits of a house: no screen meets them.
    limites: { porSesion: POR_SESION },
    nombres: [OTRA_MAQUINA],
    proxies,
  })
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const urlDeOtra = url.replace('127.0.0.1', OTRA_MAQUINA)
  const browser = await launchBrowser()
  const errores: string[] = []
  const seguir = alFallar(() => loQueEspera(database.url))
  const contexts: BrowserContext[] = []
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()))
    await browser.close()
    await app.close()
    await database.drop()
  })
  async function visita(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1366, height: 768 },
      locale: 'es-PE',
      timezoneId: 'America/Lima',
      baseURL: url,
      // A worker answers in the place of what tests put between page and server; `linea/` has it.
      serviceWorkers: 'block',
      ...options,
    })
    contexts.push(context)
    seguir(context)
    // Printing opens a dialog of the operating system, which a test cannot close.
    await context.addInitScript(
      'window.print = () => { window.impresiones = (window.impresiones ?? 0) + 1 }',
    )
    const page = await context.newPage()
    page.setDefaultTimeout(PLAZO)
    acotar(page)
    if (options.serviceWorkers !== 'allow') desviarDeVerdad(page)
    page.on('pageerror', (error) => errores.push(String(error)))
    return page
  }
  async function entrar(usuario: string, options = {}, password = PASSWORD_DEMO): Promise<Page> {
    const page = await visita(options)
    await page.goto('/')
    await page.getByLabel('Usuario o correo').fill(usuario)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.waitForURL('**/dashboard')
    return page
  }
  async function dentro(usuario: string, options = {}, password = PASSWORD_DEMO): Promise<Page> {
    const page = await visita(options)
    const context = page.context()
    const answer = await context.request.post('/api/auth/login', { data: { usuario, password } })
    const { token } = (await answer.json()) as { token?: string }
    if (!token) throw new Error(`${usuario} does not sign in: ${await answer.text()}`)
    const { origin } = new URL(answer.url())
    await context.setStorageState({
      cookies: [],
      origins: [{ origin, localStorage: [{ name: LLAVE_TOKEN, value: token }] }],
    })
    return page
  }
  return {
    app,
    datos: database.url,
    url,
    clave,
    urlDeOtra,
    browser,
    visita,
    entrar,
    dentro,
    errores,
  }
}
