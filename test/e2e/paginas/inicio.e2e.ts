import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

/** The day's figure with that title. */
const cifra = (page: Page, titulo: string) =>
  page
    .getByRole('list', { name: 'Cifras de hoy' })
    .getByRole('listitem')
    .filter({ hasText: titulo })

const numero = async (page: Page, titulo: string) =>
  Number((await cifra(page, titulo).locator('strong').innerText()).replaceAll(/[^\d.-]/g, ''))

test('an operation in one browser updates the figures of another; only its cashier sees it among her own', async () => {
  const [admin, cajera, otra] = (await Promise.all(
    ['admin', 'cajera', 'pagador'].map((who) => casa.entrar(who)),
  )) as [Page, Page, Page]
  await cifra(admin, 'Operaciones de hoy').waitFor()
  const before = await numero(admin, 'Operaciones de hoy')
  await cajera.getByRole('link', { name: 'Comprar o vender' }).press('Enter')
  await cajera.getByLabel('Recibimos US$').waitFor()
  await cajera.keyboard.press('F4')
  await cajera.keyboard.type('100')
  await cajera.keyboard.press('F9')
  await cajera.getByRole('heading', { name: /Venta CV-/ }).waitFor()
  await expect.poll(() => numero(admin, 'Operaciones de hoy')).toBe(before + 1)
  const name = /Abrir CV-/
  const last = admin.getByRole('region', { name: 'Últimas operaciones' }).getByRole('row', { name })
  await expect.poll(() => last.first().innerText()).toContain('US$ 100.00')
  await cajera.goto('/dashboard')
  await cifra(cajera, 'Sus operaciones de hoy').waitFor()
  expect(await cajera.getByText(/Ganancia|Margen/).count()).toBe(0)
  expect(await otra.getByText(/Operaciones de hoy/).count()).toBe(0)
  expect(casa.errores).toEqual([])
})

test('the task with most money at risk comes first and links to its list', async () => {
  const { db } = casa.app
  await sql`UPDATE cuentas SET saldo_min = (SELECT saldo + 1000 FROM cuentas_contables k WHERE k.id = cuentas.id)
    WHERE nombre = 'Caja Lima 1 USD'`.execute(db)
  const page = await casa.entrar('admin')
  const panel = page.getByRole('region', { name: 'Por atender' })
  const first = panel.getByRole('listitem').first()
  await expect
    .poll(() => first.innerText())
    .toMatch(/1 cuenta con saldo bajo\s+S\/ 3,520\.00 en riesgo/)
  await first.getByRole('link').press('Enter')
  await page.waitForURL('**/cuentas')
})

test('a task is shown to whom can do it: prices to publish, a till to count', async () => {
  const tareas = async (usuario: string) => {
    const page = await casa.entrar(usuario)
    await page.getByRole('list', { name: 'Cifras de hoy' }).waitFor()
    return page.getByRole('navigation', { name: 'Tareas' }).getByRole('link').allInnerTexts()
  }
  const cajera = await tareas('cajera')
  expect(cajera).toContain('Mi caja')
  expect(await tareas('supervisora')).toContain('Publicar precios')
  for (const sinCaja of ['supervisora', 'admin'])
    expect(await tareas(sinCaja)).not.toContain('Mi caja')
  expect(await tareas('contadora')).not.toContain('Publicar precios')
})

test('what another person confirms has no button on its page, and is in no queue of who registered it', async () => {
  const { db } = casa.app
  const { rows } = await sql<{ id: number; numero: string }>`
    SELECT o.id, o.numero FROM compras_ventas o JOIN usuarios u ON u.id = o.usuario_id
    WHERE o.estado = 'pendiente' AND u.usuario = 'cajera' ORDER BY o.id DESC LIMIT 1`.execute(db)
  const [{ id, numero } = { id: 0, numero: '' }] = rows
  const cola = (page: Page) => page.getByRole('region', { name: 'Pagos por verificar' })
  const page = await casa.entrar('cajera')
  await cola(page).getByRole('link', { name: numero }).waitFor()
  await comoDueno(
    casa.datos,
    "UPDATE ajustes SET valor = '1' WHERE clave = 'orden_doble_control_usd'",
  )
  await page.goto(`/compras-ventas/detalle/${id}`)
  await page.getByText(/^Lo confirma otra persona: .*Silvia Paz/).waitFor()
  expect(await page.getByRole('button', { name: /^Confirmar / }).count()).toBe(0)
  const otra = await casa.entrar('supervisora')
  await otra.goto(`/compras-ventas/detalle/${id}`)
  await otra.getByRole('button', { name: /^Confirmar / }).waitFor()
  await page.goto('/dashboard')
  await page.getByRole('list', { name: 'Cifras de hoy' }).waitFor()
  expect(await cola(page).getByRole('link', { name: numero }).count()).toBe(0)
})
