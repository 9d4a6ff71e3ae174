import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'

/* What can be taken back is done at once and taken back by «Deshacer». */

const casa = await abrirCasa()
const page = await casa.entrar('admin')

const deshacer = (on: Page = page) => on.getByRole('button', { name: 'Deshacer' })

async function categoria(id = 1) {
  const text = `SELECT estatus, version, nombre FROM gastos_categorias WHERE id = ${id}`
  const [row] = await comoDueno<{ estatus: boolean; version: number; nombre: string }>(
    casa.datos,
    text,
  )
  if (!row) throw new Error('no category')
  return row
}

async function desactivar(on: Page = page, id = 1): Promise<void> {
  await on.goto(`/gastos-categorias/detalle/${id}`)
  await on.getByRole('button', { name: 'Desactivar' }).press('Enter')
  await deshacer(on).waitFor()
}

test('by keyboard: no question, done at once, and Ctrl+Z takes it back; both are in the audit', async () => {
  const { version, nombre } = await categoria()
  await desactivar()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await categoria()).toMatchObject({ estatus: false, version: version + 1 })
  await page.getByText(`${nombre} deja de ofrecerse al registrar`).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('Categoría de gasto activada.').waitFor()
  expect(await categoria()).toMatchObject({ estatus: true, version: version + 2 })
  await page.getByRole('button', { name: 'Desactivar' }).waitFor()
  // Taken back once: the key does nothing more.
  await page.keyboard.press('Control+z')
  const rows = await comoDueno<{ n: string }>(
    casa.datos,
    `SELECT count(*) AS n FROM auditoria WHERE entidad = 'gastos-categorias' AND accion = 'estatus'`,
  )
  expect(rows[0]?.n).toBe('2')
})

test('an empty account is switched off without a question, and back', async () => {
  const text =
    'SELECT id, nombre FROM cuentas WHERE estatus AND cuentas_vacia(id) ORDER BY id LIMIT 1'
  const [cuenta] = await comoDueno<{ id: number; nombre: string }>(casa.datos, text)
  if (!cuenta) throw new Error('no empty account')
  await page.goto(`/cuentas/detalle/${cuenta.id}`)
  await page.getByRole('button', { name: 'Desactivar' }).press('Enter')
  await page.getByText(`${cuenta.nombre} deja de ofrecerse`).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('Cuenta activada.').waitFor()
  await page.getByRole('button', { name: 'Desactivar' }).waitFor()
})

test('it waits while the focus is on it, and Tab reaches it', async () => {
  const clocked = await casa.entrar('admin')
  await clocked.clock.install()
  await clocked.goto('/gastos-categorias/detalle/2')
  await clocked.getByRole('button', { name: 'Desactivar' }).press('Enter')
  await deshacer(clocked).waitFor()
  for (let tabs = 0; tabs < 60; tabs += 1) {
    if (await deshacer(clocked).evaluate((button) => button === document.activeElement)) break
    await clocked.keyboard.press('Tab')
  }
  const bar = clocked.locator('.Toastify__progress-bar').last()
  await expect
    .poll(() => bar.evaluate((element) => getComputedStyle(element).animationPlayState))
    .toBe('paused')
  await clocked.keyboard.press('Enter')
  await clocked.getByRole('button', { name: 'Desactivar' }).waitFor()
  expect((await categoria(2)).estatus).toBe(true)
})

test('what somebody changed in between is not overwritten: it is refused, and his change stays', async () => {
  await desactivar()
  await comoDueno(
    casa.datos,
    `UPDATE gastos_categorias SET nombre = 'Otra cosa', version = version + 1 WHERE id = 1`,
  )
  await deshacer().click()
  await page
    .locator('.Toastify__toast--warning')
    .getByText(/No se deshizo\. .*guardó cambios/)
    .waitFor()
  expect(await categoria()).toMatchObject({ estatus: false, nombre: 'Otra cosa' })
})

test('in a field Ctrl+Z stays what it is; who signs in next has nothing to take back', async () => {
  await desactivar(page, 3)
  await page.goto('about:blank').catch(() => {})
  await page.goto('/gastos-categorias/detalle/3')
  await page.getByRole('button', { name: 'Activar', exact: true }).press('Enter')
  await deshacer().waitFor()
  const field = page.locator('#campo-nombre')
  await field.focus()
  await page.keyboard.press('Control+z')
  expect((await categoria(3)).estatus).toBe(true)
  await page.getByRole('button', { name: 'Salir', exact: true }).click()
  await page.getByLabel('Usuario o correo').waitFor()
  await deshacer().waitFor({ state: 'hidden' })
  await page.getByRole('heading').first().click()
  await page.keyboard.press('Control+z')
  expect((await categoria(3)).estatus).toBe(true)
})

test('a view of one’s own that was removed comes back, and the list still begins with it', async () => {
  const other = await casa.dentro('cajera')
  await other.goto('/compras-ventas?tipo=venta')
  const open = () => other.getByRole('button', { name: 'Vistas' }).click()
  await open()
  await other.getByLabel('Nombre de la vista').fill('Mis ventas')
  await other.getByRole('button', { name: 'Guardar vista' }).click()
  await other.getByRole('button', { name: 'Empezar con Mis ventas', exact: true }).click()
  await other.getByRole('button', { name: 'No empezar con Mis ventas' }).waitFor()
  await other.getByRole('button', { name: 'Borrar Mis ventas' }).click()
  await deshacer(other).click()
  await expect
    .poll(async () => {
      const text = `SELECT count(*) AS n FROM vistas v JOIN vistas_inicio i ON i.vista_id = v.id WHERE v.nombre = 'Mis ventas'`
      return (await comoDueno<{ n: string }>(casa.datos, text))[0]?.n
    })
    .toBe('1')
  await open()
  await other.getByRole('button', { name: 'No empezar con Mis ventas' }).waitFor()
  expect(casa.errores).toEqual([])
})

test('a client’s beneficiary is switched off and back by the same call', async () => {
  const [row] = await comoDueno<{ id: number; cliente_id: number; nombre: string }>(
    casa.datos,
    'SELECT id, cliente_id, nombre FROM beneficiarios WHERE estatus ORDER BY id LIMIT 1',
  )
  if (!row) throw new Error('no beneficiary')
  const other = await casa.dentro('admin', { viewport: { width: 360, height: 740 } })
  await other.goto(`/clientes/detalle/${row.cliente_id}?ver=beneficiarios`)
  await other
    .getByRole('row', { name: new RegExp(`^Abrir.*${row.nombre}`) })
    .first()
    .click()
  await other.getByRole('button', { name: 'Desactivar', exact: true }).click()
  const at = async () =>
    (
      await comoDueno<{ estatus: boolean }>(
        casa.datos,
        `SELECT estatus FROM beneficiarios WHERE id = ${row.id}`,
      )
    )[0]?.estatus
  await deshacer(other).waitFor()
  expect(await at()).toBe(false)
  await deshacer(other).click()
  await expect.poll(at).toBe(true)
})

test('what was typed before and is discarded is offered again', async () => {
  const other = await casa.entrar('cajera')
  other.on('dialog', (dialog) => void dialog.accept())
  await other.goto('/compras-ventas/nueva')
  await other.getByLabel('Recibimos US$').fill('37')
  const kept = () => other.evaluate(() => JSON.stringify({ ...sessionStorage }))
  await expect.poll(kept).toContain('\\"valor\\":\\"37\\"')
  await other.reload()
  await other.getByRole('button', { name: 'Descartar' }).click()
  await deshacer(other).waitFor()
  expect(await kept()).not.toContain('\\"valor\\":\\"37\\"')
  await deshacer(other).click()
  expect(await kept()).toContain('\\"valor\\":\\"37\\"')
  await other.getByRole('button', { name: 'Recuperar lo que escribió' }).click()
  await expect.poll(() => other.getByLabel('Recibimos US$').inputValue()).toMatch(/^37/)
})

test('a note and a mark of a movement that were taken away come back', async () => {
  const other = await casa.dentro('contadora')
  await other.goto('/cuentas/movimientos')
  const row = other
    .getByRole('region', { name: 'Movimientos de las cuentas' })
    .locator('tbody tr[tabindex]')
    .first()
  const dialog = other.getByRole('dialog')
  const anotar = async (text: string) => {
    await dialog.getByLabel('Nota').fill(text)
    await dialog.getByRole('button', { name: 'Guardar' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
  }
  await row.getByRole('button', { name: /^Anotar/ }).click()
  await anotar('Falta el voucher')
  await row.getByRole('button', { name: 'Falta el voucher' }).click()
  expect(await deshacer(other).count()).toBe(0)
  await anotar('')
  await row.getByRole('button', { name: /^Anotar/ }).waitFor()
  await deshacer(other).click()
  await row.getByRole('button', { name: 'Falta el voucher' }).waitFor()

  const box = row.getByRole('checkbox')
  await row.focus()
  await row.press('Space')
  await expect.poll(() => box.getAttribute('title')).toMatch(/^Lo concilió/)
  await expect.poll(() => deshacer(other).count()).toBe(0)
  await row.press('Space')
  await deshacer(other).waitFor()
  await expect.poll(() => box.getAttribute('title')).toBeNull()
  await row.press('Control+z')
  await expect.poll(() => box.getAttribute('title')).toMatch(/^Lo concilió/)
  expect(casa.errores).toEqual([])
})

test('an order taken by mistake goes back to the queue', async () => {
  const other = await casa.dentro('pagador')
  await other.goto('/ordenes')
  const card = other
    .locator('[data-columna=pagada] [data-orden]')
    .filter({ has: other.locator('[data-tecla=t]') })
    .first()
  const id = await card.getAttribute('data-orden')
  const estado = async () =>
    (
      await comoDueno<{ estado: string; pagador_id: number | null }>(
        casa.datos,
        `SELECT estado, pagador_id FROM ordenes WHERE id = ${id}`,
      )
    )[0]
  await card.getByRole('link').first().focus()
  await other.keyboard.press('t')
  await deshacer(other).waitFor()
  expect(await estado()).toMatchObject({ estado: 'en_proceso', pagador_id: expect.any(Number) })
  await other.keyboard.press('Control+z')
  await other.getByText(/devuelta a la cola/).waitFor()
  expect(await estado()).toEqual({ estado: 'pagada', pagador_id: null })
  await other.locator(`[data-columna=pagada] [data-orden="${id}"]`).waitFor()
})
