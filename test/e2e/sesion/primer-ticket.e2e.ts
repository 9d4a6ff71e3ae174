import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { codigoDeCasa } from '../../../src/areas/usuarios/primero/codigo.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa({ vacia: true })
const PASSWORD = 'tinta verde 19 lluvia'

test('from an empty house to its first ticket: by the screen alone, in at most sixty answers', async () => {
  const page = await casa.visita()
  let answers = 0
  /** One answer: something typed or chosen. Buttons and links are not answers. */
  const responder = async (field: Locator, value: string) => {
    answers += 1
    await field.fill(value)
  }
  const boton = (name: string | RegExp) => page.getByRole('button', { name }).click()
  const enlace = (name: string) => page.getByRole('link', { name }).click()

  // The owner. The program wrote the link with its code.
  await page.goto(`/primer-uso#${codigoDeCasa(casa.clave)}`)
  await responder(page.getByLabel('Nombres'), 'Rosa')
  await responder(page.getByLabel('Apellidos'), 'Alva Ruiz')
  await responder(page.getByLabel(/^Usuario/), 'rosa')
  await responder(page.getByLabel('Correo'), 'rosa@casa.pe')
  await responder(page.getByLabel(/^Contraseña/), PASSWORD)
  await responder(page.getByLabel('Repita la contraseña'), PASSWORD)
  await boton('Crear mi cuenta')

  // The way begins with the house itself, and says at each step what comes next.
  await enlace('Decir quién es la casa')
  await responder(page.getByLabel(/^Razón social/), 'Cambios Rosa S.A.C.')
  await responder(page.getByLabel(/^RUC/), '20100000025')
  await boton('Guardar')
  await page.getByText('Ajustes guardados.').first().waitFor()
  await enlace('Siguiente: Bancos y formas de pago')
  await boton(/^Crear \d+ registros$/)
  await responder(page.getByLabel('Su contraseña'), PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText(/^Se crearon \d+ registros\.$/).waitFor()
  await enlace('Siguiente: Primeros precios')
  const dolar = page.getByRole('group', { name: 'Dólar en soles' })
  await responder(dolar.getByLabel('Compra'), '3.52')
  await responder(dolar.getByLabel('Venta'), '3.56')
  await boton('Publicar estos precios')
  await page.getByText('Se crearon 3 registros.').waitFor()

  // Two tills: soles with what was counted, and dollars without any.
  await enlace('Siguiente: Cajas')
  const soles = page.getByRole('form', { name: 'Caja en Sol' })
  await responder(soles.getByLabel(/^Contado/), '5000')
  await soles.getByRole('button', { name: 'Abrir caja' }).click()
  const ya = page.getByRole('link', { name: 'Caja PEN' })
  const asked = page.getByLabel('Su contraseña')
  await asked.or(ya).first().waitFor()
  if (await asked.isVisible()) {
    await responder(asked, PASSWORD)
    await page.keyboard.press('Enter')
  }
  await ya.waitFor()
  const dolares = page.getByRole('form', { name: 'Caja en Dólar' })
  expect(await dolares.getByLabel(/^Costo/).inputValue()).toBe('3.520')
  await dolares.getByRole('button', { name: 'Abrir caja' }).click()
  await page.getByRole('link', { name: 'Caja USD' }).waitFor()

  // Its roles; people may come later.
  await enlace('Siguiente: Roles y personas')
  await boton('Crear 5 roles')
  await responder(page.locator('input[type=password]').last(), PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Se crearon 5 roles.').first().waitFor()
  await enlace('Siguiente: Primera operación')
  await page.getByText('Todavía falta: Roles y personas').waitFor()

  // The first operation and its ticket.
  await enlace('Registrar la primera operación')
  await responder(page.getByLabel('Recibimos US$'), '50')
  await page.keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  await expect
    .poll(() => page.evaluate(() => (window as { impresiones?: number }).impresiones ?? 0))
    .toBeGreaterThan(0)
  // The dashboard says once that the house is on its way.
  await page.goto('/dashboard')
  await page.getByText('Crear los usuarios').waitFor()
  console.info(`first ticket after ${answers} answers`)
  expect(answers).toBeLessThanOrEqual(60)
  expect(casa.errores).toEqual([])
})
