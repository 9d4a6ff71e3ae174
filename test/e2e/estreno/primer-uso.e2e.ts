import { expect, test } from 'vitest'
import { codigoDeCasa } from '../../../src/areas/usuarios/primero/codigo.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa({ vacia: true })
const codigo = codigoDeCasa(casa.clave)

test('an empty house leads to the page that begins it; what was typed stays, and the owner comes in', async () => {
  const page = await casa.visita()
  // A link that was cut within a percent sign is no code, and no error.
  await page.goto('/primer-uso#%E0%A4%A')
  await page.getByRole('heading', { name: 'Bienvenido a Cambista' }).waitFor()
  expect(await page.getByLabel('Código de la casa').inputValue()).toBe('')
  const escribe = (label: string) =>
    page.getByLabel(label).evaluate((one) => one === document.activeElement)
  await expect.poll(() => escribe('Código de la casa')).toBe(true)
  await page.evaluate(() => {
    location.hash = '%'
  })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Bienvenido a Cambista' }).waitFor()
  expect(page.url()).toContain('/primer-uso')
  await page.goto('about:blank')
  await page.goto(`/primer-uso#${codigo}`)
  await expect.poll(() => escribe('Nombres')).toBe(true)
  await page.getByLabel('Código de la casa').fill('no es este')
  await page.getByLabel('Nombres').fill('Rosa')
  await page.getByLabel('Apellidos').fill('Alva Ruiz')
  await page.getByLabel(/^Usuario/).fill('rosa')
  await page.getByLabel('Correo').fill('rosa@casa.pe')
  await page.getByLabel(/^Contraseña/).fill('tinta verde 19 lluvia')
  await page.getByLabel('Repita la contraseña').fill('tinta verde 19 lluvia')
  await page.keyboard.press('Enter')
  await page.getByText('No es el código que escribió el programa.').first().waitFor()
  expect(await page.getByLabel('Apellidos').inputValue()).toBe('Alva Ruiz')
  await page.getByLabel('Código de la casa').fill(codigo.toLowerCase())
  await page.keyboard.press('Enter')
  await page.waitForURL(/puesta-en-marcha|completar-ingreso/)
  const other = await casa.visita()
  await other.goto(`/primer-uso#${codigo}`)
  await other.getByRole('link', { name: 'Ingrese con su cuenta' }).click()
  await other.getByRole('heading', { name: 'Ingrese a su cuenta' }).waitFor()
  expect(casa.errores).toEqual([])
})
