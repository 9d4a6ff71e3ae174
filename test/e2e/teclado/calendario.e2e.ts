import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { formatFecha } from '../../../src/core/formato.ts'
import { diaSemana, masDias } from '../../../src/web/crud/lista/arreglo/dias.ts'
import { AXE, violaciones } from '../aspecto/accesible.ts'
import { abrirCasa } from '../casa.ts'

/* a day of a form is typed, or chosen in a calendar with the mouse or the keys of the ARIA practices. */

const casa = await abrirCasa()

const campo = (page: Page) => page.getByRole('textbox', { name: /^Fecha/ })
const boton = (page: Page) => page.getByRole('button', { name: 'Elegir el día' })
const panel = (page: Page) => page.getByRole('dialog', { name: /^Elegir / })
const enFoco = (page: Page) =>
  page.evaluate('document.activeElement.getAttribute("data-dia")') as Promise<string>
const activo = (page: Page) =>
  boton(page)
    .first()
    .evaluate((each) => each === document.activeElement)

/** Opens the calendar of a new expense without a mouse; answers the day on which it opens. */
async function abierto(page: Page): Promise<string> {
  await campo(page).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await panel(page).waitFor()
  await expect.poll(() => enFoco(page)).toMatch(/^\d{4}-/)
  return enFoco(page)
}

test('its keys are those of the date picker; Enter takes the day, Escape none', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/gastos/nuevo')
  const today = await abierto(page)
  for (const [key, day] of [
    ['ArrowLeft', masDias(today, -1)],
    ['ArrowUp', masDias(today, -8)],
    ['ArrowRight', masDias(today, -7)],
    ['ArrowDown', today],
    ['Home', masDias(today, -diaSemana(today))],
    ['End', masDias(today, 6 - diaSemana(today))],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => enFoco(page), { message: key }).toBe(day)
  }
  const last = await enFoco(page)
  await page.keyboard.press('PageUp')
  await expect.poll(() => enFoco(page)).not.toBe(last)
  const before = await enFoco(page)
  expect(before < masDias(last, -27) && before > masDias(last, -32)).toBe(true)
  await page.keyboard.press('Enter')
  await panel(page).waitFor({ state: 'detached' })
  expect(await campo(page).inputValue()).toBe(formatFecha(before))
  expect(await activo(page)).toBe(true)

  await page.keyboard.press('Enter')
  await expect.poll(() => enFoco(page)).toBe(before)
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  expect(await campo(page).inputValue()).toBe(formatFecha(before))
  expect(await activo(page)).toBe(true)
  expect(casa.errores).toEqual([])
})

test('yesterday and today at a press; a day that the form does not take is greyed and not taken', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/gastos/nuevo')
  await abierto(page)
  await panel(page).getByRole('button', { name: 'Hoy' }).click()
  // The day of the house may not be that of the browser, which the calendar goes by.
  const today = await abierto(page)
  expect(await campo(page).inputValue()).toBe(formatFecha(today))
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => enFoco(page)).toBe(masDias(today, 7))
  const fuera = panel(page).locator(`[data-dia="${masDias(today, 7)}"]`)
  expect(await fuera.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Enter')
  await panel(page).waitFor()
  await panel(page).getByRole('button', { name: 'Ayer' }).click()
  expect(await campo(page).inputValue()).toBe(formatFecha(masDias(today, -1)))
  await boton(page).click()
  await panel(page).getByRole('button', { name: 'Hoy' }).click()
  expect(await campo(page).inputValue()).toBe(formatFecha(today))
  await campo(page).fill('05112025')
  await page.keyboard.press('Tab')
  expect(await campo(page).inputValue()).toBe('05/11/2025')
})

test('Tab stays within it, and a press beside it closes it', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/gastos/nuevo')
  await abierto(page)
  const within = () =>
    panel(page).evaluate((each) => each.contains(document.activeElement)) as Promise<boolean>
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    expect(await within()).toBe(true)
  }
  await page.getByRole('heading', { level: 1 }).click()
  await panel(page).waitFor({ state: 'detached' })
})

test('in a dialog Escape closes the calendar alone', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/comisiones/reglas/detalle/1')
  await page.getByRole('button', { name: 'Terminar' }).click()
  const around = page.getByRole('dialog', { name: 'Terminar la regla' })
  await around.getByRole('button', { name: 'Elegir el día' }).click()
  await expect.poll(() => enFoco(page)).toMatch(/^\d{4}-/)
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  // A dialog that was closing would be gone before its calendar is open again.
  await around.getByRole('button', { name: 'Elegir el día' }).press('Enter')
  await expect.poll(() => enFoco(page)).toMatch(/^\d{4}-/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await around.waitFor({ state: 'detached' })
})

test.each([
  [1366, 'light'],
  [360, 'dark'],
] as const)(
  'at %i px, %s, it is whole in the window and axe finds nothing',
  async (width, colorScheme) => {
    const page = await casa.dentro('admin', { viewport: { width, height: 640 }, colorScheme })
    await page.addInitScript(AXE)
    await page.goto('/gastos/nuevo')
    await boton(page).click()
    await expect.poll(() => enFoco(page)).toMatch(/^\d{4}-/)
    const box = await panel(page).boundingBox()
    expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width).toBe(true)
    expect(box && box.y + box.height <= 640).toBe(true)
    // Its edge is that of the button that opened it.
    const at = await boton(page).boundingBox()
    expect(
      Math.abs((box?.x ?? 0) + (box?.width ?? 0) - (at?.x ?? 0) - (at?.width ?? 0)),
    ).toBeLessThan(2)
    expect(await violaciones(page)).toEqual([])
  },
)
