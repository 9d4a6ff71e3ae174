import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa, dibujado } from '../casa.ts'

const casa = await abrirCasa()

const celdas = (page: Page, clave: string) => page.locator(`tbody td[data-clave="${clave}"]`)

/** The numbers of a column, from top to bottom. */
async function montos(page: Page, clave: string): Promise<number[]> {
  const texts = await celdas(page, clave).allInnerTexts()
  return texts.map((text) => Number(text.replace(/[^\d.-]/g, '')))
}

test('a header sorts its column: the largest first, then the smallest, then as it was; reload and back keep it', async () => {
  const page = await casa.entrar('admin')
  await page.goto('/compras-ventas?limite=25')
  const header = page.getByRole('columnheader', { name: 'Contravalor' })
  await header.getByRole('button').click()
  await page.waitForURL(/orden=-contravalor/)
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending')
  const sorted = async (sign: number) => {
    const all = await montos(page, 'contravalor')
    return (
      all.length > 3 && all.every((one, at) => at === 0 || sign * (one - (all[at - 1] ?? 0)) >= 0)
    )
  }
  await expect.poll(() => sorted(-1)).toBe(true)
  await page.reload()
  await expect.poll(() => sorted(-1)).toBe(true)
  await header.getByRole('button').press('Enter')
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
  await expect.poll(() => sorted(1)).toBe(true)
  await header.getByRole('button').click()
  await expect.poll(() => header.getAttribute('aria-sort')).toBe(null)
  await dibujado(page)
  // What no index serves is no button.
  expect(await page.getByRole('columnheader', { name: 'Cajero' }).getByRole('button').count()).toBe(
    0,
  )
  expect(casa.errores).toEqual([])
})
