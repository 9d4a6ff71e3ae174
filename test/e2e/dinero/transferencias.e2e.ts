import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

const saldo = async (nombre: string) =>
  (
    await sql<{ saldo: string }>`
      SELECT round(k.saldo, 2)::text AS saldo FROM cuentas c JOIN cuentas_contables k ON k.id = c.id
      WHERE c.nombre = ${nombre}`.execute(casa.app.db)
  ).rows[0]?.saldo

/** Chooses, in the select labelled `lista`, the first account whose text contains `nombre`. */
async function elegir(page: Page, lista: string, nombre: string): Promise<void> {
  const select = page.getByLabel(lista, { exact: true })
  await select.focus()
  const words = await select.locator('option', { hasText: nombre }).first().textContent()
  await select.selectOption({ label: words ?? '' })
}

test('by keyboard in two browsers: a transfer between tills arrives with a faltante', async () => {
  const { db } = casa.app
  // The second till belongs to another cashier.
  await sql`UPDATE usuarios SET rol_slug = 'caj' WHERE usuario = 'pagador'`.execute(db)
  await sql`UPDATE cuentas SET responsable_id = (SELECT id FROM usuarios WHERE usuario = 'pagador')
            WHERE nombre = 'Caja Lima 2 PEN'`.execute(db)
  // His till takes money without an open turno here.
  await comoDueno(casa.datos, "UPDATE ajustes SET valor = 'false' WHERE clave = 'exigir_turno'")
  const [antes1, antes2] = [await saldo('Caja Lima 1 PEN'), await saldo('Caja Lima 2 PEN')]
  const receptor = await casa.entrar('pagador')
  const emisora = await casa.dentro('cajera')
  await emisora.goto('/transferencias/nueva')
  await emisora.getByRole('form', { name: 'Transferencia' }).waitFor()
  // Only her own tills are offered.
  const desde = emisora.getByLabel('Desde', { exact: true })
  expect(await desde.locator('option', { hasText: 'BCP' }).count()).toBe(0)
  await elegir(emisora, 'Desde', 'Caja Lima 1 PEN')
  await elegir(emisora, 'Hacia', 'Caja Lima 2 PEN')
  await emisora.getByLabel('Sale S/').focus()
  await emisora.keyboard.type('500')
  await emisora.getByText('Quedan en camino').waitFor()
  await emisora.keyboard.press('F9')
  await emisora.waitForURL('**/transferencias/detalle/*')
  await emisora.getByText('Por recibir').first().waitFor()
  expect(await emisora.getByRole('button', { name: 'Recibir' }).count()).toBe(0)

  // The bell of the other cashier shows the transfer without a reload.
  const campana = receptor.getByRole('button', { name: /^Notificaciones: \d/ })
  await campana.waitFor()
  await campana.press('Enter')
  await receptor.getByRole('link', { name: /1 transferencia por recibir/ }).press('Enter')
  await receptor.getByRole('table').first().waitFor()
  await receptor
    .getByRole('row', { name: /^Abrir TR-/ })
    .first()
    .press('Enter')
  await receptor.waitForURL('**/transferencias/detalle/*')
  await receptor.getByRole('button', { name: /^Recibir/ }).waitFor()
  await receptor.keyboard.press('F9')
  const dialogo = receptor.getByRole('dialog')
  await dialogo.getByLabel('Monto contado').waitFor()
  await receptor.keyboard.type('480')
  await dialogo.getByText('Faltan S/ 20.00.').waitFor()
  await receptor.keyboard.press('Enter')
  // A difference without a reason is refused.
  await dialogo.getByLabel('Explicación').fill('Faltó un billete de 20')
  await dialogo.getByRole('button', { name: 'Recibir con diferencia' }).press('Enter')
  await dialogo.waitFor({ state: 'detached' })
  await receptor.getByText('Recibida', { exact: true }).first().waitFor()

  // The sender's page shows it without a reload.
  await emisora.getByText('Recibida', { exact: true }).first().waitFor()
  await emisora.getByText('Faltó un billete de 20').first().waitFor()
  const cents = (text = '0') => Math.round(Number(text) * 100)
  expect(cents(await saldo('Caja Lima 1 PEN'))).toBe(cents(antes1) - 50_000)
  expect(cents(await saldo('Caja Lima 2 PEN'))).toBe(cents(antes2) + 48_000)
  expect(casa.errores).toEqual([])
})

test('a conversion by keyboard: the rate in words, both balances, and an unusual rate confirmed by retyping', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/transferencias/nueva')
  await page.getByRole('form', { name: 'Transferencia' }).waitFor()
  await page.keyboard.press('F4')
  await elegir(page, 'Desde', 'Binance USDT')
  await elegir(page, 'Hacia', 'Banesco VES')
  await page.getByLabel('Sale ₮').focus()
  await page.keyboard.type('100')
  await page.keyboard.press('Tab')
  await page.keyboard.type('216')
  await page.getByText('1 USDT = 216.00 VES').waitFor()
  await page.getByText('A 4.15 % del mercado').waitFor()
  expect(await page.getByLabel('Entra Bs').inputValue()).toBe('21,600.00')
  await page.getByLabel('Referencia').fill('E2E-1')
  await page.keyboard.press('F9')
  // Nothing was sent: the rate is asked for again, and its field has the focus.
  await page.getByLabel('Escriba de nuevo la tasa').waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('campo-confirmacion')
  await page.keyboard.type('216')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/transferencias/detalle/*')
  await page.getByText('una conversión propia no gana ni pierde').waitFor()
  await page.getByRole('button', { name: 'Imprimir' }).press('Enter')
  await page.getByRole('button', { name: 'Reimprimir' }).waitFor()
  await page.getByRole('button', { name: 'Anular' }).press('Enter')
  await page
    .getByRole('dialog')
    .getByLabel(/Motivo/)
    .fill('Prueba de conversión')
  await page.getByRole('dialog').getByRole('button', { name: 'Anular' }).press('Enter')
  await page.getByText('Anulada', { exact: true }).first().waitFor()
  expect(casa.errores).toEqual([])
})
