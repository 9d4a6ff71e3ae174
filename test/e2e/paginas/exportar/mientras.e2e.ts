import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { leerPdf, textoDe } from '../../../support/web/pdf.ts'
import { abrirCasa, dibujado } from '../../casa.ts'

const casa = await abrirCasa({ dias: 6 })

/** Opens the list of operations and waits for its first rows. */
async function abrir(page: Page, filtro = ''): Promise<void> {
  await page.goto(`/compras-ventas${filtro}`)
  await page
    .getByRole('row', { name: /Abrir CV-/ })
    .first()
    .waitFor()
}

async function elegir(page: Page, formato: string): Promise<void> {
  await page.getByRole('button', { name: 'Exportar', exact: true }).click()
  await page.getByRole('button', { name: formato, exact: true }).click()
}

/** Holds the list's pages back once `detener` is called, until `soltar`; counts those that were asked for. */
async function demorar(page: Page) {
  const held = Promise.withResolvers<void>()
  const demora = { pedidas: 0, detener: () => {}, soltar: () => held.resolve() }
  let holding = false
  demora.detener = () => {
    holding = true
  }
  await page.route(/\/api\/compras-ventas\?/, async (route) => {
    demora.pedidas += 1
    if (holding) await held.promise
    await route.continue().catch(() => {})
  })
  return demora
}

async function leer(download: Promise<Download>): Promise<string> {
  const { paginas } = leerPdf(readFileSync(await (await download).path()))
  return paginas.map(textoDe).join('\n')
}

const PDF = 'PDF (hasta 5,000 filas)'

test('what a PDF says around its rows is of their filters, whatever the page shows when they have come', async () => {
  const page = await casa.entrar('admin')
  const demora = await demorar(page)
  await abrir(page, '?tipo=venta')
  demora.detener()
  const download = page.waitForEvent('download')
  await elegir(page, PDF)
  await page.getByText(/^Reuniendo filas/).waitFor()
  await page.getByRole('searchbox', { name: /Buscar/ }).fill('zzz')
  await page.getByText('Búsqueda: «zzz»').waitFor({ state: 'attached' })
  demora.soltar()
  const text = await leer(download)
  expect(text).toContain('Tipo: Venta')
  expect(text).toMatch(/^CV-/m)
  expect(text).not.toContain('zzz')
})

test('a PDF waits for totals that are still of other filters', async () => {
  const page = await casa.entrar('admin')
  await abrir(page)
  await page
    .getByText(/Compramos/)
    .first()
    .waitFor()
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/compras-ventas\/totales/, async (route) => {
    await held.promise
    const response = await route.fetch()
    const [first] = await response.json()
    await route.fulfill({ response, json: [{ ...first, operaciones: 98765 }] })
  })
  await page.getByRole('searchbox', { name: /Buscar/ }).fill('a')
  await page.getByText('Búsqueda: «a»').waitFor({ state: 'attached' })
  const rows = page.waitForResponse(/\/api\/compras-ventas\?.*limite=200/)
  const download = page.waitForEvent('download')
  await elegir(page, PDF)
  await page.getByText(/^Reuniendo filas/).waitFor()
  held.resolve()
  await rows
  expect(await leer(download)).toMatch(/98765 operaciones/)
})

test('an export ends when its page is left', async () => {
  const page = await casa.entrar('admin')
  const demora = await demorar(page)
  await abrir(page)
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  demora.detener()
  await elegir(page, 'CSV')
  await page.getByText(/^Reuniendo filas/).waitFor()
  await page
    .getByRole('row', { name: /Abrir CV-/ })
    .first()
    .click()
  await page.waitForURL('**/compras-ventas/detalle/*')
  await page.locator('progress').waitFor({ state: 'detached' })
  demora.soltar()
  await page.evaluate(() => fetch('/api/salud'))
  await dibujado(page)
  expect(downloads).toBe(0)
  expect(casa.errores).toEqual([])
})
