import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

/* Any record is at most three keys away from any page, beside the digits and letters of what says it. */

const casa = await abrirCasa()
const { db } = casa.app

/** The last document of a table. */
const ultimo = async (tabla: 'ordenes' | 'transferencias' | 'gastos') =>
  db.selectFrom(tabla).select(['id', 'numero']).orderBy('id', 'desc').executeTakeFirstOrThrow()

const cliente = () =>
  db
    .selectFrom('clientes')
    .select(['id', 'num_doc as numero'])
    .where('tipo_doc', '=', 'DNI')
    .orderBy('id')
    .executeTakeFirstOrThrow()

const cuenta = () =>
  db
    .selectFrom('cuentas')
    .select(['id', 'nombre as numero'])
    .where('nombre', '=', 'Caja Lima 1 USD')
    .executeTakeFirstOrThrow()

test.each([
  ['an order', 'ordenes', () => ultimo('ordenes')],
  ['a client by his document', 'clientes', cliente],
  ['an account', 'cuentas', cuenta],
  ['a transfer', 'transferencias', () => ultimo('transferencias')],
  ['an expense', 'gastos', () => ultimo('gastos')],
] as const)('%s: two keys', async (_, area, leer) => {
  const { id, numero } = await leer()
  const page = await casa.dentro('admin')
  await page.goto('/ayuda')
  await page.getByRole('navigation', { name: 'Principal' }).waitFor()
  let keys = 0
  const tecla = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await tecla('Control+k')
  const box = page.getByRole('combobox', { name: /^Buscar páginas/ })
  await expect.poll(() => box.evaluate((e) => e === document.activeElement)).toBe(true)
  await page.keyboard.type(numero)
  await tecla('Enter')
  await page.waitForURL(new RegExp(`/${area}/detalle/${id}(\\?|$)`))
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(keys).toBeLessThanOrEqual(3)
  expect(casa.errores).toEqual([])
})
