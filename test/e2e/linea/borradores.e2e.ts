import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD_DEMO } from '../../../src/server/proceso/demo.ts'
import { abrirCasa, dibujado } from '../casa.ts'

/* What was typed and not saved is offered back to who typed it, and to nobody else. */

const casa = await abrirCasa()
const RECUPERAR = 'Recuperar lo que escribió'

/** A page that does not ask before it is left. */
async function entrar(usuario: string): Promise<Page> {
  const page = await casa.entrar(usuario)
  page.on('dialog', (dialog) => void dialog.accept())
  return page
}

const guardados = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('borrador:')))

/** Waits until what was typed is kept. */
const guardado = (page: Page, texto: string) =>
  expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(texto)

async function ingresar(page: Page, usuario: string): Promise<void> {
  await page.getByLabel('Usuario o correo').fill(usuario)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD_DEMO)
  await page.getByRole('button', { name: 'Ingresar' }).click()
}

test('the counter offers what was typed before a reload, and saves it', async () => {
  const page = await entrar('cajera')
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').fill('37')
  await guardado(page, '\\"valor\\":\\"37\\"')
  await page.reload()
  await page.getByRole('button', { name: RECUPERAR }).waitFor()
  // It is offered, not put back.
  expect(await page.getByLabel('Recibimos US$').inputValue()).toBe('')
  await page.getByRole('button', { name: RECUPERAR }).click()
  await expect.poll(() => page.getByLabel('Recibimos US$').inputValue()).toMatch(/^37/)
  await page.keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  expect(await guardados(page)).toEqual([])
})

test('what was typed longer than a working day ago is not offered, and is forgotten', async () => {
  const page = await entrar('admin')
  await page.goto('/gastos/nuevo')
  await page.getByLabel('Descripción').fill('Taxi de ayer')
  await guardado(page, 'Taxi de ayer')
  await page.goto('/dashboard')
  await page.evaluate((age) => {
    for (const [key, kept] of Object.entries(sessionStorage)) {
      if (!key.startsWith('borrador:')) continue
      const { en, valores } = JSON.parse(kept)
      sessionStorage.setItem(key, JSON.stringify({ en: en - age, valores }))
    }
  }, 8 * 3_600_000)
  expect(await guardados(page)).toHaveLength(1)
  await page.goto('/gastos/nuevo')
  await page.getByLabel('Descripción').waitFor()
  await dibujado(page)
  expect(await page.getByRole('button', { name: RECUPERAR }).count()).toBe(0)
  expect(await guardados(page)).toEqual([])
})

test('a tab that was left with something typed offers it when it opens again, and not once it was given up', async () => {
  const page = await entrar('admin')
  await page.goto('/entidades-financieras/detalle/1')
  const alias = page.getByLabel('Alias')
  const before = await alias.inputValue()
  await alias.fill('Otro alias')
  // Before the moment of rest after which it is kept.
  await page.getByRole('tab', { name: 'Historial' }).click()
  await alias.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Datos' }).click()
  await page.getByRole('button', { name: RECUPERAR }).click()
  await expect.poll(() => alias.inputValue()).toBe('Otro alias')
  await page.getByRole('link', { name: 'Entidades financieras' }).first().click()
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await page.getByRole('heading', { name: 'Entidades financieras' }).waitFor()
  expect(await guardados(page)).toEqual([])
  await page.goBack()
  await expect.poll(() => alias.inputValue()).toBe(before)
  expect(await page.getByRole('button', { name: RECUPERAR }).count()).toBe(0)
})

test('the secret of a bot is not kept', async () => {
  const page = await entrar('admin')
  await page.goto('/telegram')
  await page.getByLabel('Token del bot').fill('123456:AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG')
  await page.getByLabel('Token del bot').press('Tab')
  // What is typed is kept at the latest now.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('AAAA')
})

test('prices half edited are offered after a reload', async () => {
  const page = await entrar('admin')
  await page.goto('/pares-divisas')
  await page.getByRole('button', { name: 'Editar precios' }).click()
  const buys = page.getByRole('textbox', { name: /^Compra/ }).first()
  await buys.fill('3.511')
  await guardado(page, '3.511')
  await page.reload()
  await page.getByRole('button', { name: RECUPERAR }).click()
  await expect.poll(() => buys.inputValue()).toMatch(/^3\.511/)
  await page.getByRole('button', { name: 'Descartar', exact: true }).click()
  await expect.poll(() => guardados(page)).toEqual([])
})

test('a client half typed survives the end of the session, for the same person alone', async () => {
  const page = await entrar('cajera')
  await page.goto('/clientes/nuevo')
  await page.getByLabel('Nombres').fill('Rosa a medias')
  await guardado(page, 'Rosa a medias')
  const end = () =>
    sql`UPDATE sesiones SET terminada_en = now() WHERE terminada_en IS NULL`.execute(casa.app.db)
  await end()
  await page.reload()
  await ingresar(page, 'cajera')
  await page.getByRole('button', { name: RECUPERAR }).click()
  await expect.poll(() => page.getByLabel('Nombres').inputValue()).toBe('Rosa a medias')
  await guardado(page, 'Rosa a medias')
  await end()
  await page.goto('/gastos/nuevo')
  await ingresar(page, 'admin')
  await page.getByRole('heading', { name: 'Nuevo gasto' }).waitFor()
  // Whoever else signs in finds nothing of her, not even kept for a form that he does not open.
  expect(await guardados(page)).toEqual([])
  await page.goto('/clientes/nuevo')
  await page.getByRole('heading', { name: 'Nuevo cliente' }).waitFor()
  await page.getByLabel('Nombres').waitFor()
  await dibujado(page)
  expect(await page.getByRole('button', { name: RECUPERAR }).count()).toBe(0)
  expect(await guardados(page)).toEqual([])
})

test('giving it up and Salir forget it, in every tab', async () => {
  const page = await entrar('admin')
  await page.goto('/gastos/nuevo')
  await page.getByLabel('Descripción').fill('Taxi a medias')
  await guardado(page, 'Taxi a medias')
  await page.getByRole('link', { name: 'Inicio' }).click()
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await page.waitForURL('**/dashboard')
  expect(await guardados(page)).toEqual([])

  await page.goto('/transferencias/nueva')
  await page.getByRole('heading', { name: 'Nueva transferencia' }).waitFor()
  await page.locator('#campo-monto').fill('12')
  await expect.poll(() => guardados(page)).toHaveLength(1)
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Salir', exact: true }).click()
  await page.getByLabel('Usuario o correo').waitFor()
  await expect.poll(() => guardados(page)).toEqual([])
  expect(casa.errores).toEqual([])
})
