import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

/* Charts are explored: some of their days, beside others, as a table and as a file. */

const casa = await abrirCasa({ dias: 12 })
const page = await casa.entrar('admin')
const slider = () => page.getByRole('slider', { name: /^Recorrer/ })
const resumen = (on: Page = page) => on.getByRole('figure').getByRole('status')

/** The days of the report of profit, as the server has them. */
async function dias(desde: string, hasta: string): Promise<Map<string, string>> {
  const answer = await page.evaluate(
    async (path) =>
      (await fetch(path, { headers: { 'x-token': localStorage.getItem('idToken') ?? '' } })).json(),
    `/api/reportes/ganancia?periodo=rango&desde=${desde}&hasta=${hasta}`,
  )
  const rows = answer.dias as { fecha: string; neta: string }[]
  return new Map(rows.map(({ fecha, neta }) => [fecha, neta]))
}

/** Rows of the file that the chart gives. */
async function archivo(): Promise<{ nombre: string; filas: string[][] }> {
  const came = page.waitForEvent('download')
  await page.getByRole('figure').getByRole('button', { name: 'CSV' }).click()
  const file = await came
  const text = await readFile(await file.path(), 'utf8')
  const lines = text.replace('\uFEFF', '').trim().split('\r\n')
  return { nombre: file.suggestedFilename(), filas: lines.map((line) => line.split(',')) }
}

test('by keyboard: days are taken closer, the address keeps them, and back gives all of them again', async () => {
  await page.goto('/reportes/ganancia')
  await slider().focus()
  const all = Number(await slider().getAttribute('aria-valuemax'))
  expect(all).toBeGreaterThan(6)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  await page.waitForURL(/entre=2025-11-16_2025-11-19/)
  await expect.poll(() => slider().getAttribute('aria-valuemax')).toBe('4')
  await resumen().getByText('Del 16/11/2025 al 19/11/2025').waitFor()
  // Escape gives a mark up, and with it nothing changes.
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  expect(page.url()).toContain('entre=2025-11-16_2025-11-19')
  await page.reload()
  await resumen().getByText('Del 16/11/2025 al 19/11/2025').waitFor()
  expect(await slider().getAttribute('aria-valuemax')).toBe('4')
  await page.goBack()
  await expect.poll(() => slider().getAttribute('aria-valuemax')).toBe(String(all))
  expect(casa.errores).toEqual([])
})

test('beside the days before: exact figures in the sum, the table and the file', async () => {
  await page.goto('/reportes/ganancia?entre=2025-11-17_2025-11-19')
  await page.getByLabel('Comparar con').selectOption('Período anterior')
  await page.waitForURL(/compara=periodo/)
  await resumen().getByText('comparado con 14/11/2025 al 16/11/2025').waitFor()
  const [now, before] = [
    await dias('2025-11-17', '2025-11-19'),
    await dias('2025-11-14', '2025-11-16'),
  ]
  const cents = (of: Map<string, string>) =>
    [...of.values()].reduce((sum, neta) => sum + BigInt(neta.replace('.', '')), 0n)
  const said = ((await resumen().textContent()) ?? '').replaceAll(',', '').replaceAll('−', '-')
  const written = (sum: bigint) => `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`
  expect(cents(before)).toBeGreaterThan(0n)
  expect(said).toContain(`Ganancia neta: ${written(cents(now))} antes ${written(cents(before))}.`)

  await page.getByRole('figure').getByRole('button', { name: 'Ver tabla' }).click()
  const row = page.getByRole('figure').getByRole('row').filter({ hasText: '17/11/2025' })
  await row.getByText('14/11/2025').waitFor()
  const { nombre, filas } = await archivo()
  expect(nombre).toBe('ganancia-por-dia-en-soles.csv')
  expect(filas[0]).toEqual([
    ...['Día', 'Ganancia realizada', 'Ganancia neta'],
    ...['Comparado con', '"Ganancia realizada', ' antes"', '"Ganancia neta', ' antes"'],
  ])
  const day = (text = '') => text.split('/').toReversed().join('-')
  for (const [fecha, , neta, otra, , netaAntes] of filas.slice(1)) {
    expect(neta).toBe(now.get(day(fecha)) ?? '0')
    expect(netaAntes).toBe(before.get(day(otra)) ?? '0')
  }
  expect(filas).toHaveLength(4)
  expect(casa.errores).toEqual([])
})

test('by pointer: dragging over the chart of the home page takes its days closer; so does the calendar', async () => {
  await page.goto('/dashboard')
  await slider().scrollIntoViewIfNeeded()
  const box = await slider().boundingBox()
  if (!box) throw new Error('no chart')
  const all = await slider().getAttribute('aria-valuemax')
  await page.mouse.move(box.x + box.width * 0.4, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, box.y + 100)
  await page.mouse.move(box.x + box.width * 0.7, box.y + 100)
  await page.mouse.up()
  await page.waitForURL(/entre=/)
  const some = async () => Number(await slider().getAttribute('aria-valuemax'))
  await expect.poll(some).toBeLessThan(Number(all))
  expect(await some()).toBeGreaterThan(1)
  // A click alone chooses nothing.
  const kept = page.url()
  await page.mouse.click(box.x + box.width * 0.5, box.y + 100)
  expect(page.url()).toBe(kept)
  await page.getByRole('figure').getByRole('button', { name: 'Ver todo' }).click()
  await expect.poll(() => slider().getAttribute('aria-valuemax')).toBe(all)

  await page.getByRole('figure').getByRole('button', { name: 'Días' }).click()
  await page.getByRole('button', { name: /14 de noviembre de 2025/ }).click()
  await page.getByRole('button', { name: /18 de noviembre de 2025/ }).click()
  await page.waitForURL(/entre=2025-11-14_2025-11-18/)
  await page.getByLabel('Comparar con').selectOption('Período anterior')
  await resumen().getByText('comparado con 09/11/2025 al 13/11/2025').waitFor()
  await expect.poll(() => resumen().textContent()).toMatch(/antes [\d,]+\.\d\d/)
  expect(casa.errores).toEqual([])
})

test('a rate and an account have the same chart; the list beside it keeps its own filters', async () => {
  await page.goto('/tipos-cambios')
  await page
    .getByRole('row', { name: /^Abrir/ })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Histórico' }).click()
  await slider().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.getByLabel('Comparar con').selectOption('Período anterior')
  await page.waitForURL(/compara=periodo/)
  await resumen().getByText('comparado con').waitFor()
  // The list below takes no part in it.
  await page.reload()
  await page
    .getByRole('row', { name: /^Abrir Operaciones a/ })
    .first()
    .waitFor()
  await page.getByRole('figure').getByRole('button', { name: 'Ver tabla' }).click()
  await page.getByRole('figure').getByRole('columnheader', { name: 'Comparado con' }).waitFor()
  await page.goto('/cuentas')
  await page
    .getByRole('row', { name: /^Abrir/ })
    .first()
    .click()
  await page.getByRole('tab', { name: /Saldo/ }).click()
  await slider().focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  await page.waitForURL(/entre=2025-11-19_2025-11-20/)
  expect(casa.errores).toEqual([])
})

test('on a phone all of it fits, and a finger looks along the line without choosing', async () => {
  const phone = await casa.entrar('admin', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  })
  await phone.goto('/reportes/ganancia?entre=2025-11-17_2025-11-19&compara=periodo')
  await resumen(phone).getByText('comparado con').waitFor()
  const line = phone.getByRole('slider', { name: /^Recorrer/ })
  await line.scrollIntoViewIfNeeded()
  const box = await line.boundingBox()
  if (!box) throw new Error('no chart')
  await phone.touchscreen.tap(box.x + box.width * 0.9, box.y + 80)
  expect(phone.url()).toContain('entre=2025-11-17_2025-11-19')
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(360)
  for (const name of ['17/11 al 19/11/2025', 'Ver todo', 'Ver tabla', 'CSV']) {
    const button = await phone.getByRole('figure').getByRole('button', { name }).boundingBox()
    expect(button && button.x + button.width).toBeLessThanOrEqual(352)
  }
  expect(casa.errores).toEqual([])
})
