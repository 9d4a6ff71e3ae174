import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD_DEMO } from '../../../src/server/proceso/demo.ts'
import { abrirCasa, reposado } from '../casa.ts'
import { elegir } from '../elegir.ts'

const casa = await abrirCasa()

/** Presses Tab until a control with that name has the focus. */
async function tabHasta(page: Page, nombre: RegExp): Promise<void> {
  for (let i = 0; i < 60; i += 1) {
    const focused = await page.evaluate(() => {
      const e = document.activeElement
      // A region's text contains many names: only controls are compared.
      if (!e?.matches('a, button, input, tr')) return ''
      const labels = (e as HTMLInputElement | null)?.labels
      return `${e.getAttribute('aria-label') ?? ''} ${labels?.[0]?.textContent ?? ''} ${e.textContent}`
    })
    if (nombre.test(focused)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${nombre} is not reached by Tab`)
}

test('by keyboard: a rule, an operation, its commission, settled and paid', async () => {
  const page = await casa.entrar('admin')
  const { keyboard } = page
  await page.goto('/comisiones/reglas/nueva')
  await page.getByRole('heading', { name: 'Nueva regla de comisión' }).waitFor()
  await tabHasta(page, /^ Usuario/)
  await keyboard.type('Ramos')
  await elegir(page, /Ramos/)
  await tabHasta(page, /Se calcula sobre/)
  await keyboard.press('Enter')
  await elegir(page, 'Monto fijo')
  const base = page.getByLabel('Se calcula sobre').first()
  await expect.poll(() => base.inputValue()).toBe('Monto fijo')
  await tabHasta(page, /Porcentaje o importe/)
  await keyboard.type('7.50')
  await page.getByText('Gana S/ 7.50 por operación.').waitFor()
  await tabHasta(page, /Rige desde/)
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type('20112025')
  await keyboard.press('Enter')
  // What somebody earns takes the password.
  const soy = page.getByRole('dialog', { name: 'Confirme que es usted' })
  const password = soy.getByLabel('Su contraseña')
  await password.fill(PASSWORD_DEMO)
  // A dialog that has just opened may still be moving the focus.
  await password.press('Enter')
  await page.getByRole('row', { name: /Ada Ramos/ }).waitFor()

  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').waitFor()
  await keyboard.type('100')
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  const numero =
    /CV-[\d-]+/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? ''

  await page.goto('/reportes/comisiones?desde=2025-11-20&hasta=2025-11-20')
  const fila = page.getByRole('row', { name: new RegExp(`${numero}, comisión de Ada Ramos`) })
  await fila.waitFor()
  await tabHasta(page, /Abrir .*comisión de/)
  await keyboard.press('Space')
  const bar = page.getByRole('region', { name: 'Comisiones elegidas' })
  await bar.getByText('S/ 7.50').waitFor()
  await tabHasta(page, /Liquidar selección/)
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Liquidar selección' })
  await dialog.getByText(/1 comisión de Ada Ramos por S\/ 7.50/).waitFor()
  await keyboard.press('Shift+Tab')
  await keyboard.press('Enter')

  await page.getByRole('heading', { name: /LQ-2025-/ }).waitFor()
  await page.getByText('Por pagar').waitFor()
  await tabHasta(page, /Pagar S\/ 7.50/)
  await keyboard.press('Enter')
  const pago = page.getByRole('dialog', { name: /Pagar LQ-/ })
  await pago.getByLabel('Cuenta').first().waitFor()
  await reposado(page)
  await tabHasta(page, /^ Cuenta/)
  await keyboard.type('BCP Soles')
  await elegir(page, /BCP Soles · S\//)
  await expect.poll(() => pago.getByLabel('Cuenta').first().inputValue()).toContain('BCP Soles')
  await tabHasta(page, /Pagar S\/ 7.50/)
  await keyboard.press('Enter')
  const button = page.getByRole('button', { name: /Pagar/ })
  await expect.poll(() => button.count()).toBe(0)
  await page.getByText('BCP Soles', { exact: true }).waitFor()
  expect(casa.errores).toEqual([])
})

test('another browser shows it at once; a cashier sees his own commissions, but neither rules nor margins', async () => {
  const admin = await casa.dentro('admin')
  const cajera = await casa.dentro('cajera')
  await admin.goto('/reportes/comisiones?desde=2025-11-20&hasta=2025-11-20')
  const accrued = admin.getByLabel('Totales de lo filtrado').getByRole('definition').first()
  await expect.poll(() => accrued.textContent()).toMatch(/S\//)
  const before = await accrued.textContent()
  await cajera.goto('/compras-ventas/nueva')
  await cajera.getByLabel('Recibimos US$').waitFor()
  await cajera.keyboard.press('F4')
  await cajera.keyboard.type('150')
  await cajera.keyboard.press('F9')
  await cajera.getByRole('heading', { name: /Venta CV-/ }).waitFor()
  await expect.poll(() => accrued.textContent()).not.toBe(before)

  await cajera.goto('/reportes/comisiones?desde=2025-11-20&hasta=2025-11-20')
  await cajera
    .getByRole('row', { name: /comisión de Carla Huamán/ })
    .first()
    .waitFor()
  expect(await cajera.getByRole('row', { name: /comisión de Ada/ }).count()).toBe(0)
  expect(await cajera.getByRole('columnheader', { name: 'Base', exact: true }).count()).toBe(0)
  expect(await cajera.getByRole('checkbox').count()).toBe(0)
  await cajera.goto('/comisiones/reglas')
  await cajera.waitForURL(/unauthorized/)
  expect(casa.errores).toEqual([])
})
