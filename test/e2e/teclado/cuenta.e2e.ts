import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

/* How many keys each task of the day costs, beside the digits and letters that are its content. */

const casa = await abrirCasa()
const { db } = casa.app

/** Presses keys and counts them; what is typed is content. */
function teclado(page: Page) {
  let keys = 0
  return {
    tecla: async (key: string) => {
      keys += 1
      await page.keyboard.press(key)
    },
    escribir: (text: string) => page.keyboard.type(text),
    cuantas: () => keys,
  }
}

const registrada = (page: Page, tipo: string) =>
  page.getByRole('heading', { name: new RegExp(`^${tipo} CV-`) }).waitFor()

test('a purchase in cash after another: two keys; of a known client: four', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').fill('100')
  await page.keyboard.press('F9')
  await registrada(page, 'Compra')

  const uno = teclado(page)
  await uno.tecla('F2')
  await page.getByLabel('Recibimos US$').waitFor()
  await uno.escribir('130')
  await uno.tecla('F9')
  await registrada(page, 'Compra')
  await page.getByText('US$ 130.00').first().waitFor()
  expect(uno.cuantas()).toBeLessThanOrEqual(2)

  const { num_doc, nombre } = await db
    .selectFrom('clientes')
    .select(['num_doc', 'nombre'])
    .where('estado', '=', 'activo')
    .where('tipo_doc', '=', 'DNI')
    .where('pep', '=', false)
    .where('fecha_nac', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const otro = teclado(page)
  await otro.tecla('F2')
  await page.getByLabel('Recibimos US$').waitFor()
  await otro.escribir('40')
  await otro.tecla('F8')
  await otro.escribir(num_doc)
  await otro.tecla('Enter')
  await expect
    .poll(() =>
      page
        .getByLabel(/^Cliente/)
        .first()
        .inputValue(),
    )
    .toContain(nombre)
  await otro.tecla('F9')
  await page.getByText('US$ 40.00').first().waitFor()
  await registrada(page, 'Compra')
  expect(otro.cuantas()).toBeLessThanOrEqual(5)
})

test('a remittance to a known beneficiary, from any page: at most eight keys', async () => {
  const { rows } = await sql<{ num_doc: string }>`
    SELECT c.num_doc FROM clientes c JOIN beneficiarios b ON b.cliente_id = c.id AND b.estatus
    JOIN tipos_pagos t ON t.id = b.tipo_pago_id
    WHERE c.estado = 'activo' AND c.tipo_doc = 'DNI' AND NOT c.pep
    GROUP BY c.id HAVING count(*) = 1 AND bool_and(t.codigo = 'PAGO_MOVIL') ORDER BY c.id LIMIT 1`.execute(
    db,
  )
  const page = await casa.entrar('cajera')
  await page.getByRole('navigation', { name: 'Principal' }).waitFor()
  const t = teclado(page)
  await t.tecla('Control+k')
  const box = page.getByRole('combobox', { name: /^Buscar páginas/ })
  await expect.poll(() => box.evaluate((e) => e === document.activeElement)).toBe(true)
  await t.escribir('nueva orden')
  await t.tecla('Enter')
  await page.getByLabel(/^Entrega S\//).waitFor()
  await t.escribir('150')
  await t.tecla('F8')
  await t.escribir(rows[0]?.num_doc ?? '')
  await t.tecla('Enter')
  await page.getByText(/El cliente entrega .* y .* recibe Bs.* por Pago Móvil/).waitFor()
  await t.tecla('F9')
  await page.waitForURL(/\/ordenes\/detalle\/\d+/)
  expect(t.cuantas()).toBeLessThanOrEqual(8)
})

test('a payout from the board: at most four keys', async () => {
  const page = await casa.dentro('pagador')
  await page.goto('/ordenes')
  const columna = (estado: string) => page.locator(`[data-columna=${estado}] [data-orden]`)
  await columna('pagada').first().waitFor()
  const t = teclado(page)
  await t.tecla('ArrowDown')
  const id = await page.evaluate(() =>
    document.activeElement?.closest('[data-orden]')?.getAttribute('data-orden'),
  )
  await t.tecla('t')
  await page.locator(`[data-columna=en_proceso] [data-orden="${id}"]`).waitFor()
  await t.tecla('p')
  const referencia = page
    .getByRole('dialog')
    .getByLabel(/referencia|operación/i)
    .first()
  await expect.poll(() => referencia.evaluate((e) => e === document.activeElement)).toBe(true)
  await t.escribir('48151623')
  await t.tecla('Enter')
  await expect
    .poll(
      async () =>
        (
          await db
            .selectFrom('ordenes')
            .select('estado')
            .where('id', '=', Number(id))
            .executeTakeFirst()
        )?.estado,
    )
    .toBe('completada')
  expect(t.cuantas()).toBeLessThanOrEqual(4)
})

test('any record by its number: two keys', async () => {
  const page = await casa.entrar('cajera')
  const { numero } = await db
    .selectFrom('compras_ventas')
    .select('numero')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await page.getByRole('navigation', { name: 'Principal' }).waitFor()
  const t = teclado(page)
  await t.tecla('Control+k')
  const box = page.getByRole('combobox', { name: /^Buscar páginas/ })
  await expect.poll(() => box.evaluate((e) => e === document.activeElement)).toBe(true)
  await t.escribir(numero)
  await t.tecla('Enter')
  await page.getByRole('heading', { name: new RegExp(numero) }).waitFor()
  expect(t.cuantas()).toBeLessThanOrEqual(3)
  expect(casa.errores).toEqual([])
})
