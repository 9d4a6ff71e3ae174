import { randomBytes } from 'node:crypto'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll } from 'vitest'
import { loadDemo } from '../../scripts/demo/load.ts'
import { type App, buildApp } from '../../src/main.app.ts'
import { launchBrowser, OTRA_MAQUINA } from '../support/browser.ts'
import { PLAZO } from '../support/plazos.ts'
import { createFilledDatabase } from '../support/servidor/database.ts'

/** The demo's day in tests. */
export const AHORA = '2025-11-20T20:00:00.000Z'

export interface Casa {
  app: App
  /** Its database, as the owner. */
  datos: string
  url: string
  /** The same server as the other machines of the shop see it: http, at an address that is not theirs. */
  urlDeOtra: string
  browser: Browser
  /** A new visitor, nobody signed in. */
  visita(options?: Parameters<Browser['newContext']>[0]): Promise<Page>
  /** A visitor signed in by the form. */
  entrar(usuario: string, options?: Parameters<Browser['newContext']>[0]): Promise<Page>
  /** Errors of any page: a script that threw, a request that a policy refused. */
  errores: string[]
}

/** Resolves when a request for that path has ended: answered, failed or given up by the page. */
export const terminada = (page: Page, path: string) =>
  new Promise<void>((done) => {
    const look = (request: Request) => {
      if (request.url().includes(path)) done()
    }
    page.on('requestfinished', look).on('requestfailed', look)
  })

/** What was done is drawn: two frames later nothing of it is still to come. */
export const dibujado = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

/** What moves has come to rest, and is drawn; what turns for ever is left to turn. */
export async function reposado(page: Page): Promise<void> {
  await page.evaluate(() => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
    return Promise.allSettled(moving.map(({ finished }) => finished)).then(() => 1)
  })
  await dibujado(page)
}

/** The demo business served to a real browser, on a database of its own; `reloj` is the server's clock. */
export async function abrirCasa({ dias = 1, reloj = (): string => AHORA } = {}): Promise<Casa> {
  const database = await createFilledDatabase(`demo_${dias}`, (url) =>
    loadDemo(url, { ahora: AHORA, dias }),
  )
  // A source of prices stands on this machine.
  const afuera = { datos: null, clave: randomBytes(32), fuentesLocales: true }
  const app = await buildApp({ url: database.url, reloj, afuera })
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const urlDeOtra = url.replace('127.0.0.1', OTRA_MAQUINA)
  const browser = await launchBrowser()
  const errores: string[] = []
  const contexts: BrowserContext[] = []
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()))
    await browser.close()
    await app.close()
    await database.drop()
  })
  async function visita(options = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1366, height: 768 },
      locale: 'es-PE',
      timezoneId: 'America/Lima',
      baseURL: url,
      ...options,
    })
    contexts.push(context)
    // Printing opens a window of the system, which a test cannot close.
    await context.addInitScript(
      'window.print = () => { window.impresiones = (window.impresiones ?? 0) + 1 }',
    )
    const page = await context.newPage()
    page.setDefaultTimeout(PLAZO)
    page.on('pageerror', (error) => errores.push(String(error)))
    return page
  }
  async function entrar(usuario: string, options = {}): Promise<Page> {
    const page = await visita(options)
    await page.goto('/')
    await page.getByLabel('Usuario o correo').fill(usuario)
    await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.waitForURL('**/dashboard')
    return page
  }
  return { app, datos: database.url, url, urlDeOtra, browser, visita, entrar, errores }
}
