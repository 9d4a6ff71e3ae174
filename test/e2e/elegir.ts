import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { reposado } from './casa.ts'

/**
 * Marks an option of the open list with the arrow and takes it with Enter. The list opens with an animation; an arrow
 * that is pressed before its end is lost, and Enter would then send the form.
 */
export async function elegir(page: Page, name: string | RegExp): Promise<void> {
  const option = page.getByRole('option', { name }).first()
  await option.waitFor()
  await reposado(page)
  await expect
    .poll(async () => {
      const marked = await option.getAttribute('data-combobox-selected')
      if (!marked) await page.keyboard.press('ArrowDown')
      return marked
    })
    .toBe('true')
  await page.keyboard.press('Enter')
}
