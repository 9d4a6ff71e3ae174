import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa, dibujado, terminada } from '../casa.ts'

const casa = await abrirCasa()

async function abrir(page: Page) {
  await page.getByRole('button', { name: 'Calculadora' }).click()
  const dialog = page.getByRole('dialog', { name: 'Calculadora' })
  await dialog.waitFor()
  return dialog
}

test('the calculator converts PEN to VES to the digit, with the cards', async () => {
  const page = await casa.entrar('admin')
  const dialog = await abrir(page)
  // It starts with country pe, base 2 (PEN) and target 1 (VES).
  await expect.poll(() => dialog.getByLabel('Tasa').inputValue()).toBe('52.412')
  await dialog.getByLabel(/S\//).fill('500')
  await expect.poll(() => dialog.getByLabel('Total a Recibir').inputValue()).toMatch(/26,206\.00/)
  await dialog.getByText('Cambio en Divisas').waitFor()
  for (const amount of ['132.02', '127.77', '114.44'])
    await dialog.getByText(amount).first().waitFor()
})

test('a quote continues as a new order, with the typed amount on the same side', async () => {
  const page = await casa.entrar('cajera')
  const dialog = await abrir(page)
  await expect.poll(() => dialog.getByLabel('Tasa').inputValue()).toBe('52.412')
  await dialog.getByLabel('Total a Recibir').fill('26206')
  await dialog.getByRole('button', { name: 'Crear orden' }).press('Enter')
  await page.waitForURL('**/ordenes/nueva?**')
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.getByLabel(/^Recibe Bs/).inputValue()).toBe('26,206.00')
  expect(await page.getByLabel(/^Entrega S\//).inputValue()).toBe('500.00')
  expect(new URL(page.url()).searchParams.get('historico_id')).toMatch(/^\d+$/)
  expect(new URL(page.url()).searchParams.get('recibe')).toBe('26206')
  // Soles for dollars can also be exchanged at the counter: both forms are offered.
  const again = await abrir(page)
  await elegir(page, 'Moneda a Recibir', /USD ·|USD/)
  await again.getByLabel('Total a Recibir').fill('100')
  await again.getByRole('button', { name: 'Crear compra-venta' }).waitFor()
})

test('a late answer never overwrites a newer choice', async () => {
  const page = await casa.entrar('admin')
  // The answer for VES is held back; COP is answered at once.
  const held = Promise.withResolvers<void>()
  const late = terminada(page, '/api/tipos-cambios/divisas/pe/2/1')
  await page.route('**/api/tipos-cambios/divisas/pe/2/1', async (route) => {
    await held.promise
    await route.continue().catch(() => {})
  })
  const dialog = await abrir(page)
  await elegir(page, 'Moneda a Recibir', /COP/)
  await expect.poll(() => dialog.getByLabel('Tasa').inputValue()).toBe('1,046.29')
  held.resolve()
  await late
  await dibujado(page)
  expect(await dialog.getByLabel('Tasa').inputValue()).toBe('1,046.29')
})

test('a target without a rate is reset, with the reason', async () => {
  const page = await casa.entrar('admin')
  const dialog = await abrir(page)
  await elegir(page, 'Moneda a Recibir', /USDT/)
  await page
    .getByText(/No hay una tasa activa/)
    .first()
    .waitFor()
  await expect.poll(() => dialog.getByLabel('Tasa').inputValue()).toBe('')
})

test('a rate changed in one browser updates the open calculator of another', async () => {
  const page = await casa.entrar('admin')
  const other = await casa.entrar('cajera')
  const dialog = await abrir(other)
  await expect.poll(() => dialog.getByLabel('Tasa').inputValue()).toBe('52.412')
  await dialog.getByLabel(/S\//).fill('500')
  await page.evaluate(async () => {
    const headers = {
      'x-token': localStorage.getItem('idToken') ?? '',
      'content-type': 'application/json',
    }
    const pares = await (await fetch('/api/pares-divisas', { headers })).json()
    const { id } = pares.find(
      (p: { pais: string; divisa_base: { iso: string }; divisa_cotizacion: { iso: string } }) =>
        p.pais === 'usd' && p.divisa_base.iso === 'USD' && p.divisa_cotizacion.iso === 'VES',
    )
    const body = JSON.stringify({ compra: '199.50', venta: '202.00', motivo: 'Cambio de prueba' })
    await fetch(`/api/pares-divisas/compra-venta/${id}`, { method: 'PUT', headers, body })
  })
  // 199.50 ÷ 3.560 less 6 %: 52.676.
  await expect.poll(() => dialog.getByLabel('Tasa').inputValue()).toBe('52.676')
  expect(await dialog.getByLabel(/S\//).inputValue()).toMatch(/^500/)
  await expect.poll(() => dialog.getByLabel('Total a Recibir').inputValue()).toMatch(/26,338\.00/)
  expect(casa.errores).toEqual([])
})

/** Chooses an option by the select's label and the option's text, in a native or a custom select. */
async function elegir(page: Page, label: string, option: RegExp): Promise<void> {
  const select = page.getByLabel(label)
  if ((await select.evaluate((element) => element.tagName)) === 'SELECT') {
    const texts = await select.locator('option').allInnerTexts()
    await select.selectOption({ label: texts.find((text) => option.test(text)) ?? '' })
    return
  }
  await select.click()
  await page.getByRole('option', { name: option }).first().click()
}
