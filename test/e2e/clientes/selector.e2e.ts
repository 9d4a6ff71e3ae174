import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test.each(['light', 'dark'] as const)(
  'in the highlighted option the document is as readable as the name: %s',
  async (colorScheme) => {
    const page = await casa.entrar('admin', { colorScheme })
    await page.goto('/compras-ventas/nueva')
    await page.locator('#campo-cliente').pressSequentially('garcía')
    const option = page.locator('[role=option][data-combobox-selected]')
    await option.waitFor()
    const colors = await option
      .locator('span span')
      .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).color))
    expect(colors).toHaveLength(2)
    expect(colors[1]).toBe(colors[0])
  },
)
