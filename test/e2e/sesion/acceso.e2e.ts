import pg from 'pg'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa, dibujado } from '../casa.ts'

/* A screen that is forbidden or does not exist explains itself in a sentence and offers a link onward. */

const casa = await abrirCasa()

async function sql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: casa.datos })
  await client.connect()
  await client.query(text)
  await client.end()
}

async function enter(page: Page, usuario: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill(usuario)
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.getByRole('navigation', { name: 'Principal' }).waitFor()
}

/** Every item of the bar's menus, with its lock if it has one. */
async function items(page: Page): Promise<string[]> {
  const bar = page.getByRole('navigation', { name: 'Principal' })
  const found: string[] = []
  for (const name of ['Reportes', 'Administración', 'Operaciones']) {
    const group = bar.getByRole('button', { name })
    if ((await group.count()) === 0) continue
    await group.click()
    found.push(...(await bar.getByRole('listitem').allTextContents()))
    await page.keyboard.press('Escape')
  }
  return found
}

test('a role without permissions sees no menu item', async () => {
  await sql(`DELETE FROM roles_permisos WHERE rol_slug = 'pag'`)
  const page = await casa.visita()
  await enter(page, 'pagador')
  expect(await items(page)).toEqual([])
  const bar = page.getByRole('navigation', { name: 'Principal' })
  expect(await bar.getByRole('link', { name: 'Ordenes' }).count()).toBe(0)
})

test('the manager without permissions sees every item with its lock', async () => {
  const page = await casa.visita()
  await enter(page, 'gerente')
  const all = await items(page)
  expect(all).toContain('Aprobaciones (sin permiso)')
  expect(all.filter((text) => !text.includes('(sin permiso)'))).toEqual([])
})

test('/unauthorized says in one sentence why access is refused and who can grant it', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/usuarios')
  await page.waitForURL('**/unauthorized*')
  await page
    .getByText(
      'Su rol, Cajero, no puede abrir «Usuarios»: pida a un administrador que agregue ese permiso a su rol.',
      { exact: true },
    )
    .waitFor()
  expect(await page.locator('main li').count()).toBe(0)
  await page.getByRole('link', { name: 'Ir al inicio' }).click()
  await page.waitForURL('**/dashboard')
})

test('/unauthorized does not tell an administrator to ask an administrator', async () => {
  const page = await casa.dentro('admin')
  for (const address of ['/unauthorized', '/unauthorized?desde=usuarios']) {
    await page.goto(address)
    await page
      .getByText(/Su rol, Administrador, puede abrir (todas las pantallas|«Usuarios»)\./)
      .waitFor()
    expect(await page.locator('main').textContent()).not.toMatch(/pida|No tiene permiso/)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(769)
  }
})

test('a page that does not exist keeps the bar for a signed-in user', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/no-hay-tal-cosa')
  await page.getByRole('heading', { name: 'Esta página no existe' }).waitFor()
  await page.getByRole('navigation', { name: 'Principal' }).getByText('Cajero').waitFor()
  await page.getByRole('link', { name: 'Ir al inicio' }).click()
  await page.waitForURL('**/dashboard')
  const stranger = await casa.visita()
  await stranger.goto('/no/hay/tal-cosa')
  await stranger.getByRole('heading', { name: 'Esta página no existe' }).waitFor()
  expect(await stranger.getByRole('navigation', { name: 'Principal' }).count()).toBe(0)
  await stranger.getByRole('link', { name: 'Ir a ingresar' }).click()
  await stranger.getByLabel('Usuario o correo').waitFor()
})

const FICHAS: readonly (readonly [path: string, list: string, title: string])[] = [
  ['/clientes/detalle', '/clientes', 'Clientes'],
  ['/compras-ventas/detalle', '/compras-ventas', 'Compra - Venta'],
  ['/ordenes/detalle', '/ordenes', 'Órdenes'],
  ['/transferencias/detalle', '/transferencias', 'Transferencias'],
  ['/gastos/detalle', '/gastos', 'Gastos'],
  ['/cuentas/detalle', '/cuentas', 'Cuentas'],
  ['/usuarios/detalle', '/usuarios', 'Usuarios'],
  ['/tipos-pagos/detalle', '/tipos-pagos', 'Tipos de pago'],
  ['/entidades-financieras/detalle', '/entidades-financieras', 'Entidades financieras'],
  ['/pares-divisas/detalle', '/pares-divisas', 'Pares de divisas'],
  ['/tipos-cambios/detalle', '/tipos-cambios', 'Tipos de cambio'],
  ['/auditoria/detalle', '/auditoria', 'Auditoría'],
]

test('a record that does not exist leads back to its list', async () => {
  const page = await casa.dentro('admin')
  const wrong: string[] = []
  for (const [path, list, title] of FICHAS) {
    for (const id of ['999999', 'abc']) {
      await page.goto(`${path}/${id}`)
      await page.getByRole('heading', { name: 'No se encontró' }).waitFor()
      const back = page.getByRole('link', { name: `Volver a ${title}`, exact: true })
      await dibujado(page)
      if (
        (await back.count()) === 0 ||
        (await page.getByRole('button', { name: 'Reintentar' }).count()) > 0
      ) {
        wrong.push(`${path}/${id}: ${await page.locator('main').textContent()}`)
        continue
      }
      await back.click()
      await page.waitForURL(`**${list}`)
    }
  }
  expect(wrong).toEqual([])
  expect(casa.errores).toEqual([])
})
