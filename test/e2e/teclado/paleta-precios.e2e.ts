import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'
import { abrirPaleta as abrir, opciones } from './paleta.ts'

const casa = await abrirCasa()

test('the prices of a pair are said, and typed ones fill in its form and publish nothing (R-271)', async () => {
  const page = await casa.entrar('admin')
  const calls: string[] = []
  page.on('request', (r) => {
    if (r.method() !== 'GET') calls.push(new URL(r.url()).pathname)
  })
  await abrir(page, 'usd pen')
  const prices = page.getByRole('group', { name: 'Precios' }).getByRole('option')
  await prices.first().waitFor()
  const [now = ''] = await prices.allInnerTexts()
  const [, buy, sell] = now.match(/^USD\/PEN\s+compra ([\d.]+) · venta ([\d.]+) · Perú/) ?? []
  expect([buy, sell].map(Number)).toEqual([expect.any(Number), expect.any(Number)])
  const typed = `${buy?.slice(0, -1)}9`
  await page.getByRole('dialog').getByRole('combobox').fill(`pen usd ${typed}`)
  const asked = prices.filter({ hasText: `Publicar USD/PEN: compra ${typed}` })
  await asked.waitFor()
  await asked.click()
  await page.waitForURL(`**/pares-divisas/detalle/*?compra=${typed}`)
  const box = page.getByRole('textbox', { name: 'Compra' })
  await expect.poll(() => box.inputValue()).toBe(typed)
  expect(await page.getByRole('textbox', { name: 'Venta' }).inputValue()).toBe(sell)
  await page.getByRole('button', { name: 'Publicar', exact: true }).waitFor()
  expect(
    calls.filter((path) => path.includes('/pares-divisas') && !path.includes('impacto')),
  ).toEqual([])
  // A price alone finds the pair whose own is near.
  await abrir(page, String(buy))
  await prices
    .filter({ hasText: /^USD\/PEN/ })
    .first()
    .waitFor()
  expect(casa.errores).toEqual([])
})

test('a rate is a record to go to', async () => {
  const page = await casa.entrar('admin')
  await abrir(page, 'pen ves')
  const rate = page.getByRole('group', { name: 'Tipos de cambio' }).getByRole('option').first()
  await rate.waitFor()
  expect(await rate.innerText()).toMatch(/PEN → VES[\s\S]*[×÷] [\d.,]+/)
  await rate.click()
  await page.waitForURL('**/tipos-cambios/detalle/*')
  expect(casa.errores).toEqual([])
})

test('a name with a letter wrong finds its client, a page too', async () => {
  const page = await casa.entrar('admin')
  await abrir(page, 'yomran')
  await page.getByRole('group', { name: 'Clientes' }).getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/clientes/detalle/*')
  await abrir(page, 'diaria posicoin')
  await opciones(page).filter({ hasText: 'Posición diaria' }).waitFor()
  expect(casa.errores).toEqual([])
})
