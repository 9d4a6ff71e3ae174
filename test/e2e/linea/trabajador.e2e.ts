import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { serveWeb } from '../../../src/server/http/web.ts'
import { launchBrowser } from '../../support/browser.ts'
import { PLAZO } from '../../support/plazos.ts'

/* From one build to the next: the worker as it ships, with small builds of which each shows its letter as title. */

const folder = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
const worker = readFileSync(join(import.meta.dirname, '../../../dist/sw.js'), 'utf8')

function build(letter: string): string {
  const dist = join(folder, letter)
  mkdirSync(join(dist, 'assets'), { recursive: true })
  const file = `/assets/a-${letter}.js`
  writeFileSync(join(dist, file), `document.title = '${letter}'`)
  writeFileSync(
    join(dist, 'index.html'),
    `<!doctype html><html><head><script type="module" src="${file}"></script></head></html>`,
  )
  const text = worker
    .replaceAll(/\["\/assets\/[^\]]*\]/g, `["${file}"]`)
    .replaceAll(/(["'`])[0-9a-f]{12}\1/g, `"${letter}"`)
  if (!text.includes(`["${file}"]`) || !text.includes(`"${letter}"`)) throw new Error(text)
  writeFileSync(join(dist, 'sw.js'), text)
  return dist
}

let server: FastifyInstance | undefined
let port = 0

/** Serves this build where the one before was served. */
async function servir(letter: string, sinLinea = true): Promise<void> {
  await server?.close()
  server = fastify({ forceCloseConnections: true })
  serveWeb(server, build(letter), undefined, false, sinLinea)
  await server.listen({ host: '127.0.0.1', port })
  port = Number(new URL(server.listeningOrigin).port)
}

const browser = await launchBrowser()
afterAll(async () => {
  await browser.close()
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const guardados = (page: Page) => page.evaluate(async () => (await caches.keys()).toSorted())

/** Waits until the worker of this build is the one that answers: its page is the last thing that it keeps. */
const activo = (page: Page, letter: string) =>
  expect
    .poll(() =>
      page.evaluate(async (name) => {
        const { active, installing, waiting } = await navigator.serviceWorker.ready
        const kept = await (await caches.open(name)).match('/')
        return kept !== undefined && !installing && !waiting && active?.state === 'activated'
      }, `cambista-${letter}`),
    )
    .toBe(true)

const registrar = (page: Page) =>
  page.evaluate(async () => {
    const rules = { createScriptURL: (url: string) => url }
    const { trustedTypes } = globalThis as never as {
      trustedTypes: { createPolicy: (name: string, given: typeof rules) => typeof rules }
    }
    const url = trustedTypes.createPolicy('trabajador', rules).createScriptURL('/sw.js')
    await navigator.serviceWorker.register(url)
    await navigator.serviceWorker.ready
  })

test('a new build takes over at the next page, unmixed; the one before stays for its open pages (R-245)', async () => {
  await servir('A')
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}` })
  const page = await context.newPage()
  page.setDefaultTimeout(PLAZO)
  await page.goto('/')
  await registrar(page)
  await page.reload()
  expect(await page.title()).toBe('A')

  await context.setOffline(true)
  await page.goto('/clientes')
  await expect.poll(() => page.title()).toBe('A')
  await context.setOffline(false)

  await servir('B')
  await page.goto('/clientes')
  await expect.poll(() => page.title()).toBe('B')
  await activo(page, 'B')
  expect(await guardados(page)).toEqual(['cambista-A', 'cambista-B'])
  const status = await page.evaluate(async () => (await fetch('/assets/a-A.js')).status)
  expect(status).toBe(200)
  await context.setOffline(true)
  await page.reload()
  await expect.poll(() => page.title()).toBe('B')
  await context.setOffline(false)

  await servir('C')
  await page.reload()
  await expect.poll(() => page.title()).toBe('C')
  await expect.poll(() => guardados(page)).toEqual(['cambista-B', 'cambista-C'])

  // The house switches it off: the browser forgets all of it.
  await servir('D', false)
  await page.reload()
  await expect.poll(() => guardados(page)).toEqual([])
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    )
    .toBe(0)
  expect(await page.title()).toBe('D')
  await context.close()
})
