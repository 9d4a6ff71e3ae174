import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { leerDebidas } from '../../../src/areas/pares-divisas/fuentes/fuentes.ts'
import { arriba } from '../../../src/main.app.ts'
import { tenderCable } from '../../support/servidor/cable.ts'
import { abrirCasa, dibujado } from '../casa.ts'

const casa = await abrirCasa()
const gerencia = await casa.dentro('admin')

/** Edits the dollar's prices in the list and opens the review. */
async function revisar(compra: string, venta: string) {
  await gerencia.goto('/pares-divisas')
  await gerencia.getByRole('button', { name: 'Editar precios' }).click()
  await gerencia.getByLabel('Compra de USD/PEN, Perú').fill(compra)
  await gerencia.getByLabel('Venta de USD/PEN, Perú').fill(venta)
  await gerencia.keyboard.press('Control+Enter')
  const review = gerencia.getByRole('dialog', { name: 'Revisar impacto' })
  await review.waitFor()
  // The rates are more than the dialog shows: none is drawn over what is below them.
  const clear = review.getByText('Motivo').evaluate((label) => {
    const { left, top, height } = label.getBoundingClientRect()
    return label.contains(document.elementFromPoint(left + 4, top + height / 2))
  })
  expect(await clear).toBe(true)
  return review
}

async function publicar(compra: string, venta: string): Promise<number> {
  const review = await revisar(compra, venta)
  await review.getByRole('button', { name: 'Publicar' }).click()
  const sent = Date.now()
  await gerencia.getByRole('region', { name: 'Resultado de la publicación' }).waitFor()
  return sent
}

/** Opens the calculator; returns a reader of the rate that it shows. */
async function calculadora(page: Page) {
  await page.getByRole('button', { name: 'Calculadora' }).click()
  const dialog = page.getByRole('dialog', { name: 'Calculadora' })
  const tasa = () => dialog.getByLabel('Tasa').inputValue()
  await expect.poll(tasa).toMatch(/^\d/)
  return tasa
}

test('a published change reaches the calculator, counter and pizarra of a second browser', async () => {
  const [uno, dos, tres] = await Promise.all([
    casa.entrar('cajera'),
    casa.entrar('cajera'),
    casa.entrar('cajera'),
  ])
  const tasa = await calculadora(uno)
  await dos.goto('/compras-ventas/nueva')
  await dos.getByLabel('Recibimos US$').fill('100')
  const resumen = dos.getByRole('complementary', { name: 'Resumen de la operación' })
  await resumen.getByText('S/ 352.00').first().waitFor()
  await tres.goto('/pizarra')
  const dolar = tres.getByRole('row').filter({ hasText: 'USD' })
  await dolar.getByText('3.520').waitFor()
  expect(await tasa()).toBe('52.412')

  const sent = await publicar('3.530', '3.570')
  await expect.poll(tasa, { interval: 20 }).toBe('52.266')
  const calculator = Date.now() - sent
  await resumen.getByText('S/ 353.00').first().waitFor()
  const counter = Date.now() - sent
  await dolar.getByText('3.530').waitFor()
  console.info(
    `published → calculator ${calculator} ms, counter ${counter} ms, board ${Date.now() - sent} ms`,
  )
})

test('a change that is refused or rolled back is never visible to anybody else', async () => {
  const page = await casa.entrar('cajera')
  const tasa = await calculadora(page)
  const before = await tasa()
  const review = await revisar('3.500', '3.540')
  // Another user publishes between the review and the click on Publicar.
  const other = await casa.entrar('admin')
  const status = await other.evaluate(async () => {
    const headers = {
      'x-token': localStorage.getItem('idToken') ?? '',
      'content-type': 'application/json',
    }
    const list = await (await fetch('/api/pares-divisas', { headers })).json()
    const { id, compra, venta } = list.find(
      (par: { pais: string; divisa_base: { iso: string } }) =>
        par.pais === 'pe' && par.divisa_base.iso === 'USD',
    )
    const url = `/api/pares-divisas/compra-venta/${id}`
    const body = JSON.stringify({ compra, venta, motivo: null })
    return (await fetch(url, { method: 'PUT', headers, body })).status
  })
  expect(status).toBe(200)
  await review.getByRole('button', { name: 'Publicar' }).click()
  await gerencia
    .getByText(/guardó cambios|Algo cambió/)
    .first()
    .waitFor()
  // A later event arrives; events keep their order, so one for the refused change would have arrived before.
  const told = page.waitForResponse((answer) => answer.url().includes('/api/tipos-cambios/'))
  await sql`SELECT avisar('tipos-cambios')`.execute(casa.app.db)
  await (await told).finished()
  await dibujado(page)
  expect(await tasa()).toBe(before)
  await gerencia.getByRole('button', { name: 'Descartar' }).click()
})

test('a cut connection is shown, and missed changes arrive after reconnecting', async () => {
  const cable = await tenderCable(casa.url)
  const page = await casa.entrar('cajera', { baseURL: cable.url })
  const tasa = await calculadora(page)
  const before = await tasa()
  cable.cortar()
  await page.getByText(/Sin conexión/).waitFor()
  await publicar('3.520', '3.560')
  expect(await tasa()).toBe(before)
  cable.reponer()
  await expect.poll(tasa).toBe('52.412')
  await page.getByText(/Sin conexión/).waitFor({ state: 'detached' })
})

test("a pair's detail previews its rates during typing, and arrow keys move along the chart", async () => {
  await gerencia.goto('/pares-divisas')
  await gerencia.getByRole('row').filter({ hasText: 'USD/PEN' }).first().click()
  await gerencia.getByRole('textbox', { name: 'Venta' }).fill('3.570')
  const previa = gerencia.getByRole('region', { name: 'Lo que cambiaría' })
  await previa.getByRole('row').filter({ hasText: 'PEN → VES' }).getByText('52.266').waitFor()
  const slider = gerencia.getByRole('slider', { name: /Recorrer/ })
  await slider.focus()
  await gerencia.keyboard.press('Home')
  await expect
    .poll(() => slider.getAttribute('aria-valuetext'))
    .toMatch(/^Desde .*: Compra 3\.\d{3}, Venta 3\.\d{3}$/)
  await gerencia.getByRole('textbox', { name: 'Venta' }).fill('3.560')
})

test('a proposed price is accepted with one key, and a source with an invalid price is flagged in the list', async () => {
  let respuesta = '{"usd":{"compra":3.5249,"venta":3.5651}}'
  const server = createServer((_, response) => response.end(respuesta))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const read = () => leerDebidas({ db: casa.app.db, arriba, locales: true })
  await gerencia.goto('/pares-divisas')
  await gerencia.getByRole('row').filter({ hasText: 'USD/PEN' }).first().click()
  await gerencia.getByRole('tab', { name: 'Fuente' }).click()
  await gerencia.getByLabel('Nombre').fill('Mercado')
  await gerencia.getByLabel('Dirección').fill(`http://127.0.0.1:${port}/`)
  await gerencia.getByLabel('Ruta de la compra').fill('usd.compra')
  await gerencia.getByLabel('Ruta de la venta').fill('usd.venta')
  await gerencia.getByRole('button', { name: 'Nombrar fuente' }).click()
  await gerencia.getByRole('region', { name: 'Última lectura' }).waitFor()
  expect(await read()).toBe(1)

  await gerencia.goto('/pares-divisas')
  const propuestas = gerencia.getByRole('region', { name: 'Propuestas de las fuentes' })
  await propuestas.getByText('3.524', { exact: true }).waitFor()
  await propuestas.getByRole('button', { name: 'Aceptar' }).focus()
  await gerencia.keyboard.press('a')
  const row = gerencia.getByRole('row').filter({ hasText: 'USD/PEN' }).first()
  await row.getByText('3.566').waitFor()
  await propuestas.waitFor({ state: 'detached' })

  respuesta = '{"usd":{"compra":0,"venta":3.5651}}'
  await row.click()
  await gerencia.getByRole('tab', { name: 'Fuente' }).click()
  await gerencia.getByRole('button', { name: 'Leer ahora' }).click()
  await expect.poll(read).toBe(1)
  await gerencia.goto('/pares-divisas')
  await gerencia
    .getByRole('alert')
    .getByText(/debe ser mayor que cero/)
    .waitFor()
  await row.getByText('3.566').waitFor()
  server.close()
})

test('no page threw', () => {
  expect(casa.errores).toEqual([])
})
