import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { tenderCable } from '../../support/servidor/cable.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa, dibujado } from '../casa.ts'

/* What a page begins with comes while its link or its row has the pointer or the focus. */

const casa = await abrirCasa()
const DETALLE = /\/api\/compras-ventas\/\d+$/

/** The calls of the API that a page makes, without what it asks for as a matter of course. */
function llamadas(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) seen.push(pathname.slice(4) + search)
  })
  return seen
}

/** Rows of the audit: what is looked at ahead leaves none. */
async function apuntado(): Promise<string | undefined> {
  const text = 'SELECT count(*) AS n FROM auditoria'
  return (await comoDueno<{ n: string }>(casa.datos, text))[0]?.n
}

test('a link of the bar: its page comes with the pointer, and opening it asks for nothing again', async () => {
  const page = await casa.entrar('admin')
  await page.getByText('Operaciones de hoy').waitFor()
  const calls = llamadas(page)
  const link = page
    .getByRole('navigation', { name: 'Principal' })
    .getByRole('link', { name: 'T. Cambios' })
  const came = page.waitForResponse((r) => r.url().endsWith('/api/tipos-cambios'))
  // On a busy machine one coming of the pointer was not heard: it leaves and comes again until it is.
  await expect
    .poll(
      async () => {
        await page.mouse.move(700, 500)
        await link.hover()
        await dibujado(page)
        return calls.includes('/tipos-cambios')
      },
      { interval: 1_000 },
    )
    .toBe(true)
  await (await came).finished()
  await link.click()
  await page.getByRole('heading', { name: 'Tipos de cambio', level: 1 }).waitFor()
  await page.getByRole('row').nth(3).waitFor()
  await dibujado(page)
  expect(calls.filter((path) => path === '/tipos-cambios')).toHaveLength(1)
  expect(casa.errores).toEqual([])
})

test('a row: its record comes with the focus, once; of a client no paper', async () => {
  const page = await casa.dentro('admin')
  for (const [list, detail] of [
    ['compras-ventas', /^\/compras-ventas\/\d+$/],
    ['clientes', /^\/clientes\/\d+$/],
  ] as const) {
    await page.goto(`/${list}`)
    const row = page.getByRole('row', { name: /^Abrir/ }).nth(2)
    await row.waitFor()
    const calls = llamadas(page)
    const before = await apuntado()
    const came = page.waitForResponse((r) => detail.test(new URL(r.url()).pathname.slice(4)))
    await row.focus()
    await (await came).finished()
    expect(calls.filter((path) => path.includes('documentos'))).toEqual([])
    expect(await apuntado()).toBe(before)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/${list}/detalle/*`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await dibujado(page)
    expect(calls.filter((path) => detail.test(path))).toHaveLength(1)
  }
  expect(casa.errores).toEqual([])
})

test('over a cut line nothing is asked for ahead', async () => {
  const cable = await tenderCable(casa.url)
  const page = await casa.dentro('admin', { baseURL: cable.url })
  await page.goto('/compras-ventas')
  const rows = page.getByRole('row', { name: /^Abrir/ })
  await rows.nth(1).focus()
  // The code of the page is there, so that nothing but the line holds its data back.
  await page.waitForResponse((r) => DETALLE.test(r.url()))
  cable.cortar()
  await page.getByRole('button', { name: /^Sin conexión/ }).waitFor()
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await rows.nth(2).focus()
  // The turn of a link comes after that of the row, and its code is not there.
  const turn = page.waitForRequest(/\/assets\/[^/]*\.js$/)
  await page.getByRole('link', { name: 'T. Cambios' }).hover()
  await turn
  await dibujado(page)
  expect(calls.filter((url) => DETALLE.test(url))).toEqual([])
  cable.reponer()
})
