import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export const opciones = (page: Page) => page.getByRole('option')

/** Opens the palette by its keys and types; answers its box. */
export async function abrirPaleta(page: Page, typed = '') {
  await page.getByRole('navigation', { name: 'Principal' }).waitFor()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: /^Buscar páginas/ })
  await expect.poll(() => box.evaluate((e) => e === document.activeElement)).toBe(true)
  if (typed) await page.keyboard.type(typed)
  return box
}
