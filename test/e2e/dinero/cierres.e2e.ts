import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa, dibujado } from '../casa.ts'
import { efectivo } from '../manual/efectivo.ts'

const casa = await abrirCasa()

/** Types a count as a cashier does: a number, Enter, the next number. */
async function contar({ keyboard }: Page, cantidades: readonly string[]): Promise<void> {
  for (const [i, n] of cantidades.entries()) {
    await keyboard.type(n)
    if (i < cantidades.length - 1) await keyboard.press('Enter')
  }
  await keyboard.press('Control+Enter')
}

const con = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

test('by keyboard: a till is closed with a faltante, somebody else approves, the day closes, a sale is refused', async () => {
  const cajera = await casa.entrar('cajera')
  await cajera.getByRole('link', { name: 'Mi caja: abierta' }).press('Enter')
  await cajera.getByRole('heading', { name: /Mi caja · turno TC-/ }).waitFor()
  await cajera.getByRole('button', { name: 'Contar y cerrar la caja' }).press('Enter')

  // An empty field is not a count of zero: the first account that was not counted is named and focused.
  await cajera.getByRole('textbox').first().waitFor()
  await cajera.keyboard.press('Control+Enter')
  await con(cajera, 'No contó Caja Lima 1 USD: cuéntela, o marque que está vacía.')
  expect(await cajera.getByText('Sin contar').count()).toBe(3)
  // The count is blind: the page does not show the expected amount.
  await cajera.getByText('Cuente lo que hay').waitFor()
  const blind = await cajera.getByRole('main').innerText()
  expect(blind).not.toMatch(/Según libros|Diferencia/)
  await contar(cajera, await efectivo(casa, { USD: '20' }))
  // Nor does it after the count: what lacks is told to whoever approves the close.
  const observacion = cajera.getByLabel('Observación')
  await observacion.waitFor()
  expect(await cajera.getByRole('main').innerText()).not.toMatch(/Según libros|Diferencia|20\.00/)
  await observacion.fill('No los encuentro, revisé dos veces')
  await cajera.keyboard.press('Control+Enter')
  await cajera.getByRole('link', { name: 'Mi caja: cerrada' }).waitFor()
  await cajera.getByRole('button', { name: 'Imprimir cierre' }).press('Enter')
  await cajera.getByRole('button', { name: 'Reimprimir cierre' }).waitFor()
  // Only the ticket is printed.
  await cajera.emulateMedia({ media: 'print' })
  await cajera.getByText(/^CIERRE DE CAJA/).waitFor()
  expect(await cajera.getByRole('heading', { level: 1 }).isVisible()).toBe(false)
  await cajera.emulateMedia({ media: 'screen' })

  const admin = await casa.dentro('admin')
  await admin.goto('/cierres/cajas?estado=cerrado')
  await admin.getByRole('row', { name: /Abrir TC-/ }).press('Enter')
  await admin.getByRole('button', { name: 'Aprobar' }).press('Enter')
  const dialog = admin.getByRole('dialog')
  await dialog.getByText(/faltan US\$\s20\.00/).waitFor()
  // The choice has the focus and nothing is preselected: a single Enter approves nothing.
  const asume = dialog.getByLabel('La asume la casa')
  await expect.poll(() => asume.evaluate((e) => e === document.activeElement)).toBe(true)
  expect(await asume.isChecked()).toBe(false)
  await dialog.getByText(/^Quién asume el faltante de S\/\s\d+\.\d\d$/).waitFor()
  await admin.keyboard.press('Enter')
  await dialog.getByText('Elija quién asume el faltante.').waitFor()
  const cobra = dialog.getByLabel('Se cobra al cajero')
  await cobra.press('Space')
  expect(await cobra.isChecked()).toBe(true)
  const aprobar = dialog.getByRole('button', { name: 'Aprobar' })
  await aprobar.press('Enter')
  await dialog.getByText('Escriba qué revisó, al menos 5 caracteres.').waitFor()
  await dialog.getByLabel('Nota').fill('Se revisó la cinta de la cámara')
  await aprobar.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await con(admin, 'Se cobra al cajero')

  await admin.goto('/cierres/dia/2025-11-20')
  await admin.getByRole('button', { name: 'Cerrar el día' }).press('Enter')
  await admin.getByRole('dialog').getByRole('button', { name: 'Cerrar el día' }).press('Enter')
  await con(admin, 'Versión 1 del cierre, tal como quedó.')
  await admin.getByRole('button', { name: 'Reabrir' }).waitFor()

  await cajera.goto('/compras-ventas/nueva')
  await cajera.getByLabel('Recibimos US$').waitFor()
  await con(cajera, 'Su caja está cerrada: no recibe ni entrega efectivo hasta que la abra.')
  await cajera.getByRole('link', { name: 'Abrir mi caja' }).waitFor()
  await cajera.keyboard.type('100')
  await cajera.keyboard.press('F9')
  await con(cajera, /no tiene turno abierto/)
  expect(casa.errores).toEqual([])
})

test('the shortages are on the user’s page; days, counts and surprise counts have pages of their own', async () => {
  const admin = await casa.dentro('admin')
  await admin.goto('/cierres/diferencias')
  await admin
    .getByRole('row', { name: /Abrir TC-/ })
    .first()
    .waitFor()
  await admin.goto('/cierres')
  await admin.getByRole('row', { name: 'Abrir 20/11/2025' }).press('Enter')
  await admin.getByRole('heading', { name: 'Cierre del 20/11/2025' }).waitFor()
  await admin.goto('/cierres/arqueos/nuevo')
  const lista = admin.getByLabel('Cuenta que se cuenta')
  await lista.focus()
  await lista.selectOption({ label: 'Bóveda Lima PEN' })
  const first = admin.getByRole('group', { name: 'Bóveda Lima PEN' }).getByRole('textbox').first()
  await first.waitFor()
  await dibujado(admin)
  // Arrows go on in the list; who has found his till leaves it by Tab.
  const activo = (one: typeof lista) => one.evaluate((e) => e === document.activeElement)
  expect(await activo(lista)).toBe(true)
  await admin.keyboard.press('Tab')
  expect(await activo(first)).toBe(true)
  await admin.keyboard.type('225')
  await admin.keyboard.press('Control+Enter')
  // Whoever counts reads what the books said in the list, not in the answer to the count.
  await admin.getByRole('button', { name: 'Otro arqueo' }).waitFor()
  expect(await admin.getByRole('columnheader', { name: 'Según libros' }).count()).toBe(0)
  await admin.getByRole('button', { name: 'Otro arqueo' }).press('Enter')
  // The next count begins where this one did.
  await expect.poll(() => lista.isVisible()).toBe(true)
  expect([await activo(lista), await lista.inputValue()]).toEqual([true, ''])
  await admin.goto('/cierres/arqueos')
  await admin.getByRole('columnheader', { name: 'Según libros' }).waitFor()
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM usuarios WHERE usuario = 'cajera'`.execute(casa.app.db)
  await admin.goto(`/usuarios/detalle/${rows[0]?.id}?ver=diferencias`)
  await con(admin, 'Se cobra al cajero')
  expect(casa.errores).toEqual([])
})

test('the page of a till or vault has its counts, and counts it; a bank has neither', async () => {
  const admin = await casa.dentro('admin')
  const { rows } = await sql<{ nombre: string; id: number }>`
    SELECT nombre, id::int AS id FROM cuentas WHERE nombre IN ('Caja Lima 1 USD', 'Bóveda Lima PEN', 'BCP Soles')`.execute(
    casa.app.db,
  )
  const ids = new Map(rows.map(({ nombre, id }) => [nombre, id]))
  const pestana = admin.getByRole('tab', { name: 'Arqueos' })
  const arquear = admin.getByRole('link', { name: 'Arquear' })

  await admin.goto(`/cuentas/detalle/${ids.get('Caja Lima 1 USD')}`)
  await pestana.click()
  await admin.getByText(/^Todavía no hay arqueos\. Con «Arquear» se cuenta/).waitFor()
  await arquear.click()
  const cuenta = admin.getByLabel('Cuenta que se cuenta')
  await expect.poll(() => cuenta.locator(':checked').textContent()).toMatch(/^Caja Lima 1 USD/)
  const group = admin.getByRole('group', { name: 'Caja Lima 1 USD' })
  // Who came for one till begins to count at once.
  const first = group.getByRole('textbox').first()
  await expect.poll(() => first.evaluate((e) => e === document.activeElement)).toBe(true)
  await admin.keyboard.type('3')
  await group.getByRole('textbox').first().press('Control+Enter')
  await admin.getByRole('button', { name: 'Otro arqueo' }).waitFor()

  await admin.goto(`/cuentas/detalle/${ids.get('Caja Lima 1 USD')}?ver=arqueos`)
  const table = admin.getByRole('table')
  await table.getByRole('columnheader', { name: 'Contado' }).waitFor()
  await table.getByText('US$ 300.00').first().waitFor()
  // Its own alone: the column of the account is left out, and the vault's count is on the vault's page.
  expect(await table.getByRole('columnheader', { name: 'Cuenta' }).count()).toBe(0)
  expect(await table.getByRole('row').count()).toBe(2)

  await admin.goto(`/cuentas/detalle/${ids.get('BCP Soles')}`)
  await admin.getByRole('tab', { name: 'Saldo por día' }).waitFor()
  expect([await pestana.count(), await arquear.count()]).toEqual([0, 0])
  expect(casa.errores).toEqual([])
})
