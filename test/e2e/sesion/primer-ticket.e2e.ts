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
  const elegir = async (field: Locator, option: RegExp) => {
    answers += 1
    await field.click()
    await page.getByRole('option', { name: option }).click()
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

  // What everybody types alike, and the prices of the day.
  await enlace('Elegir bancos y tipos de pago')
  await boton(/^Crear \d+ registros$/)
  await responder(page.getByLabel('Su contraseña'), PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText(/^Se crearon \d+ registros\.$/).waitFor()
  const dolar = page.getByRole('group', { name: 'Dólar en soles' })
  await responder(dolar.getByLabel('Compra'), '3.52')
  await responder(dolar.getByLabel('Venta'), '3.56')
  await boton('Publicar estos precios')
  await page.getByText('Se crearon 3 registros.').waitFor()

  // Two tills: soles with what was counted, and dollars.
  for (const [nombre, moneda, saldo] of [
    ['Caja soles', /^PEN ·/, '5000'],
    ['Caja dólares', /^USD ·/, null],
  ] as const) {
    await page.getByRole('link', { name: 'Inicio' }).first().click()
    await enlace('Abrir las cuentas')
    await responder(page.getByLabel(/^Nombre/), nombre)
    await elegir(page.getByLabel(/^Moneda/).first(), moneda)
    await responder(page.getByLabel(/^Titular/).first(), 'Cambios Rosa')
    if (saldo) await responder(page.getByLabel(/^Saldo inicial/), saldo)
    await boton('Crear cuenta')
    const asked = page.getByLabel('Su contraseña')
    const made = page.getByRole('heading', { name: nombre })
    await asked.or(made).first().waitFor()
    if (await asked.isVisible()) {
      await responder(asked, PASSWORD)
      await page.keyboard.press('Enter')
    }
    await made.waitFor()
  }

  // The first operation and its ticket.
  await page.getByRole('link', { name: 'Inicio' }).first().click()
  await enlace('Registrar la primera operación')
  await responder(page.getByLabel('Recibimos US$'), '50')
  await page.keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  await expect
    .poll(() => page.evaluate(() => (window as { impresiones?: number }).impresiones ?? 0))
    .toBeGreaterThan(0)
  console.info(`first ticket after ${answers} answers`)
  expect(answers).toBeLessThanOrEqual(60)
  expect(casa.errores).toEqual([])
})
