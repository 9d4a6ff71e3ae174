import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'
import { conSemilla } from './semilla.ts'

/* The screens of the original brief on a server that has only the calls and fields of that brief. */

const casa = await abrirCasa()

async function entrar(rol: string): Promise<Page> {
  const page = await casa.visita()
  await conSemilla(page)
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill(rol)
  await page.getByLabel('Contraseña', { exact: true }).fill('clave')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.getByRole('navigation', { name: 'Principal' }).waitFor()
  return page
}

async function calculadora(page: Page) {
  await page.getByRole('button', { name: 'Calculadora' }).click()
  const dialog = page.getByRole('dialog', { name: 'Calculadora' })
  await valor(dialog.getByLabel('Tasa')).toBe('52.412')
  return {
    dialog,
    envia: dialog.getByLabel(/^Monto a Enviar/),
    recibe: dialog.getByLabel('Total a Recibir'),
    destino: dialog.getByLabel('Moneda a Recibir'),
    tasa: dialog.getByLabel('Tasa'),
  }
}

const valor = (field: Locator) => expect.poll(() => field.inputValue())

test('a 400 with errors but no message is shown, at the sign-in and elsewhere', async () => {
  const page = await casa.visita()
  await conSemilla(page)
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('adm')
  await page.getByLabel('Contraseña', { exact: true }).fill('no es')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect
    .poll(() => page.getByRole('alert').innerText())
    .toMatch(/^El usuario no existe\.\s+La contraseña es corta\.$/)
  const inside = await entrar('adm')
  const { destino, dialog } = await calculadora(inside)
  await dialog.getByLabel('Moneda a Enviar').selectOption('3')
  await destino.selectOption('4')
  await inside.getByText('No hay tasa.').waitFor()
  await valor(destino).toBe('')
})

test('a sign-in without permisos takes the role’s template; the bar and the guard follow it', async () => {
  const adm = await entrar('adm')
  const bar = adm.getByRole('navigation', { name: 'Principal' })
  await bar.getByText('Ada Ramos').waitFor()
  await bar.getByRole('link', { name: 'P. Divisas', exact: true }).click()
  await adm.getByRole('heading', { name: 'Pares de divisas' }).waitFor()
  await adm.getByRole('switch', { name: 'Telegram' }).click()
  await adm.getByText('Telegram encendido.').waitFor()
  // The guard checks the session with the server.
  await adm.reload()
  await adm.getByRole('heading', { name: 'Pares de divisas' }).waitFor()

  const con = await entrar('con')
  await con.getByRole('link', { name: 'T. Cambios' }).click()
  await con.getByRole('heading', { name: 'Tipos de cambio' }).waitFor()
  await con.goto('/usuarios')
  await con.waitForURL('**/unauthorized*')

  // His menu shows every item, and each leads to /unauthorized.
  const mgr = await entrar('mgr')
  await mgr.getByRole('link', { name: /P\. Divisas/ }).click()
  await mgr.waitForURL('**/unauthorized*')
})

test('the calculator lives on tasa, precision, metodo_calculo and historicoTipoCambioId', async () => {
  const page = await entrar('adm')
  const { dialog, envia, recibe, destino } = await calculadora(page)
  await envia.fill('500')
  await valor(recibe).toBe('26,206.00')
  // 26,206.00 ÷ 198.50; a card without a price is empty.
  const cards = dialog.getByRole('region', { name: 'Cambio en Divisas' }).getByRole('listitem')
  await expect.poll(() => cards.allInnerTexts()).toHaveLength(2)
  expect((await cards.first().innerText()).replace(/\s+/g, ' ')).toBe('Dólar Tasa 198.50 132.02')
  expect(await cards.last().innerText()).toMatch(/Euro[\s\S]*—/)
  // Any method but m divides; a rate sent as a number works like one sent as text.
  await destino.selectOption('3')
  await valor(recibe).toBe('140.44')
  await page.keyboard.press('Escape')
  expect(casa.errores).toEqual([])
})

test('a rate of zero shows no total and breaks nothing', async () => {
  const page = await entrar('adm')
  const { dialog, envia, recibe, destino, tasa } = await calculadora(page)
  await envia.fill('500')
  await destino.selectOption('4')
  await valor(tasa).toBe('0.000')
  await valor(recibe).toBe('')
  expect(await envia.inputValue()).toMatch(/^500/)
  await recibe.fill('10')
  await valor(envia).toBe('')
  expect(await dialog.getByRole('button', { name: /Copiar/ }).count()).toBe(0)
  await destino.selectOption('1')
  await recibe.fill('26206')
  await valor(envia).toBe('500.00')
  expect(casa.errores).toEqual([])
})

test('clearing the target clears the amount too; choosing a target again converts', async () => {
  const page = await entrar('adm')
  const { envia, recibe, destino, tasa } = await calculadora(page)
  await envia.fill('500')
  await valor(recibe).toBe('26,206.00')
  await destino.selectOption('')
  for (const field of [envia, recibe, tasa]) await valor(field).toBe('')
  await envia.fill('100')
  await destino.selectOption('1')
  await valor(recibe).toBe('5,241.20')
  await destino.selectOption('')
  await destino.selectOption('1')
  for (const field of [envia, recibe]) await valor(field).toBe('')
  await envia.fill('200')
  await valor(recibe).toBe('10,482.40')
})

test('pares de divisas and tipos de cambio: the lists, one detail page each and the forms for new ones', async () => {
  const page = await entrar('adm')
  const main = page.locator('main')
  const visto = async (path: string, text: string | RegExp) => {
    await page.goto(path)
    await main.getByText(text).first().waitFor()
    expect(await main.getByText('No se pudo mostrar esta pantalla').count(), path).toBe(0)
  }
  await visto('/pares-divisas', '198.50')
  await main.getByRole('button', { name: 'Editar precios' }).click()
  await main.getByLabel(/^Compra de Dólar/).fill('199')
  await visto('/pares-divisas/detalle/5', '198.50')
  await visto('/pares-divisas/nuevo', 'Compra')
  await visto('/tipos-cambios', '52.412')
  await visto('/tipos-cambios/detalle/7', '52.412')
  await main.getByRole('tab', { name: 'Datos' }).click()
  await visto('/tipos-cambios/nuevo', 'Método')
  expect(casa.errores).toEqual([])
})
