import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('by keyboard: a figure of the ganancia opens the movements it sums, and going back keeps the view', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/reportes')
  await page.getByRole('link', { name: 'Ganancia', exact: true }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Ganancia' }).waitFor()
  await page.getByLabel('Ver por').selectOption('corredor')
  const table = page.getByRole('region', { name: 'Ganancia por corredor' })
  const row = table.locator('tbody tr[tabindex]').first()
  await row.waitFor()
  const neta = await row.locator('[data-clave=neta]').innerText()
  expect(neta).toMatch(/^−?S\/ \d/)
  await row.focus()
  await row.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Movimientos de la ganancia' }).waitFor()
  const total = page.locator('tfoot td').last()
  await total.getByText(neta, { exact: true }).waitFor()
  await page.goBack()
  await table.waitFor()
  expect(await page.getByLabel('Ver por').inputValue()).toBe('corredor')
})

test('the report of counts says who closes without differences, and leads to those there are', async () => {
  const page = await casa.dentro('contadora')
  await page.goto('/reportes')
  await page.getByRole('link', { name: 'Cuadre de cajas', exact: true }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Cuadre de cajas' }).waitFor()
  await page.goto('/reportes/arqueos?periodo=rango&desde=2025-11-01&hasta=2025-11-30')
  const row = page.getByRole('region', { name: 'Arqueos por cajero' }).locator('tbody tr').first()
  await row.waitFor()
  expect(Number(await row.locator('[data-clave=conteos]').innerText())).toBeGreaterThan(0)
  await page.getByLabel('Ver por').selectOption('cuenta')
  await page
    .getByRole('region', { name: 'Arqueos por caja' })
    .locator('tbody tr[tabindex]')
    .filter({ hasText: 'Caja Lima 1 PEN' })
    .press('Enter')
  await page.waitForURL(/\/cierres\/diferencias\?desde=2025-11-01/)
  await page.getByRole('link', { name: 'Faltantes y sobrantes', exact: true }).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('Caja Lima 1 PEN')
})

test('an officer sees the registro de operaciones and its missing data, but no ganancia', async () => {
  const page = await casa.dentro('cumplimiento')
  await page.goto('/reportes/ro')
  await page.getByText('Ninguna operación de estos días llega al umbral.').waitFor()
  await page.goto('/reportes')
  await page.getByRole('link', { name: 'Registro de Operaciones', exact: true }).waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: 'Ganancia' }).count()).toBe(0)
  await page.goto('/reportes/posicion')
  await page.getByRole('columnheader', { name: 'Cierre' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Costo promedio' }).count()).toBe(0)
})

test('on a phone a figure never breaks after its sign, however large', async () => {
  const page = await casa.entrar('admin', { viewport: { width: 360, height: 740 } })
  await page.route(/\/api\/reportes\/volumen\?/, async (route) => {
    const answer = await route.fetch()
    const volumen = await answer.json()
    volumen.total.usd = '1101132.10'
    await route.fulfill({ response: answer, json: volumen })
  })
  await page.goto('/reportes/volumen')
  const figure = page.getByLabel('Totales del período').getByText(/^US\$\s1,101,132\.10$/)
  await figure.waitFor()
  const lines = await figure.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(lines).toBe(1)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
})

test('the total of a report stands at the lower edge of the window, above its pages where it has them, and no row below it', async () => {
  const page = await casa.dentro('admin', { viewport: { width: 1366, height: 400 } })
  for (const [ruta, conPaginas] of [
    ['/reportes/clientes', false],
    ['/reportes/ganancia?por=corredor', false],
    ['/reportes/ganancia/movimientos', true],
  ] as const) {
    await page.goto(
      `${ruta}${ruta.includes('?') ? '&' : '?'}periodo=rango&desde=2025-11-01&hasta=2025-11-30`,
    )
    await page.locator('tfoot td').first().waitFor()
    await page.locator('tbody tr[tabindex]').first().scrollIntoViewIfNeeded()
    const seen = await page.evaluate(() => {
      const box = (one: Element | null | undefined) => one?.getBoundingClientRect()
      const pages = document.querySelector('nav[aria-label="Páginas"]')
      const total = box(document.querySelector('tfoot td'))?.bottom ?? 0
      const below = [...document.querySelectorAll('tbody tr')].filter((row) => {
        const { left, top, bottom } = row.getBoundingClientRect()
        const y = Math.max((top + bottom) / 2, total + 2)
        return (
          y < Math.min(bottom, innerHeight) && row.contains(document.elementFromPoint(left + 40, y))
        )
      })
      return {
        // Its rows do not fit, or there is nothing to see here.
        llena: (box(document.querySelector('tbody'))?.bottom ?? 0) > innerHeight,
        paginas: pages !== null,
        aire: Math.round((box(pages)?.top ?? innerHeight) - total),
        debajo: below.length,
      }
    })
    expect([ruta, seen]).toEqual([ruta, { llena: true, paginas: conPaginas, aire: 0, debajo: 0 }])
  }
  expect(casa.errores).toEqual([])
})

/** What a replica that is behind answers. */
async function atrasada(page: Page, ruta: RegExp, segundos: () => number) {
  await page.route(ruta, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), datos_hace: segundos() },
    })
  })
}

test('a file of a report that is behind the books says by how much, as the page does', async () => {
  const page = await casa.dentro('admin')
  const dias = 'periodo=rango&desde=2025-11-01&hasta=2025-11-30'
  let segundos = 3
  await atrasada(page, /\/api\/reportes\/volumen(\/documentos)?\?/, () => segundos)
  const bajar = async (pulsar: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent('download'), pulsar()])
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines.length).toBeGreaterThan(2)
    return [file.suggestedFilename(), lines.at(-1)]
  }
  const dicho = (nombre: string, hace: number) => [
    `${nombre} - datos de hace ${hace} s.csv`,
    `Datos de hace ${hace} s: falta lo que se registró después.`,
  ]
  const exportar = async () => {
    await page.getByRole('button', { name: 'Exportar' }).click()
    const formatos = page.getByRole('group', { name: 'Formato del archivo' })
    return bajar(() => formatos.getByRole('button', { name: 'CSV', exact: true }).click())
  }
  await page.goto(`/reportes/volumen?${dias}`)
  await page
    .getByText(/Datos de hace\s3\ss/)
    .first()
    .waitFor()
  await page
    .getByRole('region', { name: 'Volumen por divisa' })
    .locator('tbody tr')
    .first()
    .waitFor()
  expect(await exportar()).toEqual(dicho('volumen-por-moneda', 3))
  const grafico = page.getByRole('figure', { name: 'Equivalente por día, en dólares' })
  expect(
    await bajar(() => grafico.getByRole('button', { name: 'CSV', exact: true }).click()),
  ).toEqual(dicho('equivalente-por-dia-en-dolares', 3))

  await page.goto(`/reportes/volumen/documentos?${dias}`)
  const lista = page.getByRole('region', { name: 'Operaciones del volumen' })
  await lista.locator('tbody tr').first().waitFor()
  // The rows of a list of several pages are asked for when it is exported.
  segundos = 9
  expect(await exportar()).toEqual(dicho('documentos-volumen', 9))
  expect(casa.errores).toEqual([])
})
