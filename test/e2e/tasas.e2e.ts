import { expect, test } from 'vitest'
import { abrirCasa } from './casa.ts'

const casa = await abrirCasa()

test('prices typed over the list move every rate that stands on them', async () => {
  const page = await casa.entrar('admin')
  await page.goto('/pares-divisas')
  await page.getByRole('button', { name: 'Editar precios' }).click()
  await page.getByLabel('Compra de USD/PEN, Perú').fill('3.530')
  await page.getByLabel('Venta de USD/PEN, Perú').fill('3.570')
  const bar = page.getByRole('form', { name: 'Publicar precios' })
  await bar.getByText('1 par con precio nuevo').waitFor()
  await bar.getByLabel('Motivo').fill('Subió el mercado')
  await bar.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('region', { name: 'Resultado de la publicación' }).waitFor()

  await page.goto('/tipos-cambios')
  // 198.50 ÷ 3.570 less 6 %, cut down: 52.266.
  await page.getByRole('row').filter({ hasText: 'PEN → VES' }).getByText('52.266').waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: 'PEN → USD' })
    .getByText('3.570', { exact: true })
    .waitFor()
  await page.getByRole('row').filter({ hasText: 'PEN → VES' }).getByText('52.266').click()
  await page.getByRole('heading', { name: 'PEN → VES' }).waitFor()
  await page.getByText('Vigente', { exact: true }).first().waitFor()
  await page.getByText('52.412').first().waitFor()
})

test('a number ten times too big is asked for again, and a comma is not guessed', async () => {
  const page = await casa.entrar('admin')
  await page.goto('/pares-divisas')
  await page.getByRole('button', { name: 'Editar precios' }).click()
  const venta = page.getByLabel('Venta de EUR/PEN, Perú')
  await venta.fill('4,170')
  await venta.press('Tab')
  await page.getByText('Escriba un número válido.').first().waitFor()
  await venta.fill('41.70')
  const bar = page.getByRole('form', { name: 'Publicar precios' })
  await bar.getByLabel('Motivo').fill('Prueba de digitación')
  await bar.getByRole('button', { name: 'Publicar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Escriba de nuevo estos precios' })
  await dialog.getByLabel('Venta').fill('4.170')
  await dialog.getByRole('button', { name: 'Publicar' }).click()
  await dialog.getByText('No es el precio que escribió antes.').waitFor()
  await dialog.getByRole('button', { name: 'Corregir' }).click()
  await bar.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('row').filter({ hasText: 'EUR/PEN' }).getByText('4.160').waitFor()
})

test('a typed rate is frozen until it is given back to the calculation', async () => {
  const page = await casa.entrar('admin')
  await page.goto('/tipos-cambios')
  await page.getByRole('row').filter({ hasText: 'PEN → CLP' }).click()
  const manual = page.getByRole('switch', { name: /tasa manual/ }).first()
  await page.getByRole('button', { name: 'Escribir tasa' }).click()
  const dialog = page.getByRole('dialog', { name: /Tasa manual de/ })
  await dialog.getByLabel('Tasa').fill('245.00')
  await dialog.getByLabel('Motivo').fill('Promoción de la semana')
  await dialog.getByRole('button', { name: 'Fijar tasa' }).click()
  await expect.poll(() => manual.isChecked()).toBe(true)
  await page.getByText('245.00').first().waitFor()

  await manual.press('Space')
  const back = page.getByRole('dialog', { name: /vuelve a ser automática/ })
  await back.getByLabel('Motivo').fill('Terminó la promoción')
  await dialog
    .getByRole('button', { name: /utomática|Volver|Recalcular/ })
    .first()
    .click()
  await expect.poll(() => manual.isChecked()).toBe(false)
})
