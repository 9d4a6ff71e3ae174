import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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
