import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('a client’s page is his story, leads to a new operation of his, and the counter says what he may still move', async () => {
  const { db } = casa.app
  const { id, nombre } = await db
    .selectFrom('compras_ventas as o')
    .innerJoin('clientes as c', 'c.id', 'o.cliente_id')
    .select(['c.id', 'c.nombre'])
    .where('c.tipo_persona', '=', 'natural')
    .where('c.estado', '=', 'activo')
    .where('c.pep', '=', false)
    .where('c.fecha_nac', 'is not', null)
    .orderBy('o.id')
    .executeTakeFirstOrThrow()
  // He may still move US$ 150 today, whatever he has moved.
  await sql`UPDATE clientes c SET limite_dia = (clientes_operado(id, fecha_negocio(ahora()), NULL)).dia + 150,
    limite_mes = 100000 WHERE id = ${id}`.execute(db)
  const page = await casa.dentro('cajera')
  await page.goto(`/clientes/detalle/${id}`)
  const limites = page.getByRole('region', { name: 'Límites' })
  await limites.getByRole('progressbar', { name: 'Parte usada: Hoy' }).waitFor()
  await limites.getByText('Puede operar hasta US$ 150.00 más').waitFor()

  // His operations are on his page, with their own filters, which another tab does not inherit.
  await page.getByRole('tab', { name: 'Operaciones' }).click()
  await page.getByRole('row', { name: /CV-/ }).first().waitFor()
  await page.goto(`/clientes/detalle/${id}?ver=operaciones&estado=anulada`)
  await page.getByRole('tab', { name: 'Órdenes' }).click()
  await page.waitForURL(/ver=ordenes$/)

  // The address of the counter has his number, not his name.
  await page.getByRole('link', { name: 'Nueva operación' }).click()
  await page.waitForURL(new RegExp(`/compras-ventas/nueva\\?cliente_id=${id}$`))
  const cliente = page.getByLabel(/^Cliente/).first()
  await expect.poll(() => cliente.inputValue()).toContain(nombre)
  const aviso = page.getByText('Puede operar hasta US$ 150.00 más')
  await aviso.waitFor()
  await page.getByRole('list', { name: 'Sus últimas operaciones' }).waitFor()
  const advierte = () => aviso.evaluate((one) => one.className.includes('banda'))
  await page.getByLabel('Recibimos US$').fill('150')
  expect(await advierte()).toBe(false)
  await page.getByLabel('Recibimos US$').fill('151')
  await expect.poll(advierte).toBe(true)
  expect(casa.errores).toEqual([])
})
