import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'
import { foto, pegarFoto, soltarFoto } from '../foto.ts'
import { llamar } from '../llamar.ts'
import { pagadas } from './pagadas.ts'

const casa = await abrirCasa()
const cajera = await casa.entrar('cajera')
const admin = await casa.entrar('admin')

const doble = (usd: string) =>
  comoDueno(
    casa.datos,
    `UPDATE ajustes SET valor = '${usd}' WHERE clave = 'orden_doble_control_usd'`,
  )

/** While large payouts need a voucher, each line of a batch has a field: a file goes to the one that was meant. */
async function comprobantesDe(page: Page, numeros: readonly string[]): Promise<void> {
  const row = (n: number) => page.getByRole('row').filter({ hasText: numeros[n] ?? '' })
  const field = (n: number) => row(n).getByText('Ctrl+V para pegar')
  const held = (name: string) =>
    Promise.all(numeros.map((_, n) => row(n).getByText(name, { exact: true }).count()))
  await doble('0')
  await page.reload()
  await field(2).waitFor()
  expect(await soltarFoto(page.locator('h1'))).toBe(false)
  expect(await soltarFoto(field(1))).toBe(true)
  await row(1).getByText('recibo.jpg').waitFor()
  expect(await held('recibo.jpg')).toEqual([0, 1, 0])
  await page.getByLabel(`Referencia de ${numeros[2]}`).focus()
  await pegarFoto(page, await foto(page))
  await row(2).getByText('image.jpg').waitFor()
  expect(await held('image.jpg')).toEqual([0, 0, 1])
  await page.getByLabel('Respuesta del banco').focus()
  await pegarFoto(page, await foto(page))
  await row(0).getByText('image.jpg').waitFor()
  expect([await held('recibo.jpg'), await held('image.jpg')]).toEqual([
    [0, 1, 0],
    [1, 0, 1],
  ])
  await doble('1000')
  await page.reload()
  await field(0).waitFor({ state: 'detached' })
}

test('orders are marked on the board, taken together, paid by one file, and the bank’s answer is imported', async () => {
  const orders = await pagadas(cajera, admin, 3)
  expect(orders).toHaveLength(3)
  const page = await casa.dentro('pagador')
  await page.goto('/ordenes?vista=tablero')
  const card = (id: number) => page.locator(`[data-orden="${id}"]`)
  for (const { id } of orders) {
    await card(id).locator('a[data-carta]').focus()
    await page.keyboard.press('x')
  }
  const bar = page.getByRole('region', { name: 'Órdenes marcadas' })
  await bar.getByText('3 órdenes marcadas').waitFor()
  await bar.getByRole('button', { name: 'Tomar 3 órdenes' }).click()
  await bar.getByRole('button', { name: 'Tomar' }).waitFor({ state: 'detached' })
  await bar.getByRole('button', { name: 'Archivo para el banco' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archivo para el banco' })
  await dialog.getByText('3 de 3 órdenes', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: /^Hacer el archivo por Bs/ }).click()
  await page.getByRole('heading', { name: /^Lote LT-2025-/ }).waitFor()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar archivo' }).click(),
  ])
  const file = await readFile((await download.path()) ?? '', 'latin1')
  for (const { numero } of orders) expect(file).toContain(`|${numero}|`)

  // A file with one digit changed is told apart.
  const chosen = page.getByLabel('Archivo que se comprueba')
  const asFile = (text: string) => ({
    ...{ name: 'lote.txt', mimeType: 'text/plain' },
    buffer: Buffer.from(text, 'latin1'),
  })
  await chosen.setInputFiles(asFile(file.replace('|03|', '|04|').replace(/\d\|VES/, '9|VES')))
  await page.getByText(/No es el archivo de LT-2025-/).waitFor()
  await chosen.setInputFiles(asFile(file))
  await page.getByText(/Es el archivo de LT-2025-\d+, sin cambios/).waitFor()

  const [a, b, c] = orders
  await comprobantesDe(
    page,
    [a, b, c].map((order) => order?.numero ?? ''),
  )
  await page
    .getByLabel('Respuesta del banco')
    .fill(`${a?.numero};70001111\n${b?.numero};70002222\n${c?.numero};;RECHAZADO POR EL BANCO`)
  await page.getByText('Se reconocieron 3 órdenes.').waitFor()
  await page.getByText('El banco dice: RECHAZADO POR EL BANCO').waitFor()
  await page.getByRole('button', { name: 'Registrar 2 pagos' }).click()
  await page.getByText(/2 pagos registrados de LT-2025-/).waitFor()

  const last = page.getByRole('row').filter({ hasText: c?.numero ?? '' })
  await last.getByRole('button', { name: 'No la pagó' }).click()
  const reject = page.getByRole('dialog', { name: `El banco no pagó ${c?.numero}` })
  await reject.getByLabel('Motivo').fill('La cuenta no existe')
  await reject.getByRole('button', { name: 'Sacar del lote' }).click()
  await page.getByText('Cerrado', { exact: true }).waitFor()
  const estado = (id: number | undefined) =>
    llamar<{ estado: string }>(admin, 'GET', `/ordenes/${id}`).then((o) => o.estado)
  expect(await Promise.all(orders.map(({ id }) => estado(id)))).toEqual([
    'completada',
    'completada',
    'en_proceso',
  ])
  expect(casa.errores).toEqual([])
})
