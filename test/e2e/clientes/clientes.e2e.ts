import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('a company is registered with its owners, its agent and labels; its pages lead to each other', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/clientes/nuevo')
  await page.getByText('Jurídica').click()
  await page.getByLabel('RUC').fill('20100000025')
  await page.getByLabel('Razón social').fill('Minera Los Andes S.A.C.')
  await page.getByLabel('Celular').fill('987654321')
  await page.getByRole('button', { name: 'Agregar beneficiario' }).click()
  const fila = page.getByRole('group', { name: 'beneficiario 1' })
  await fila.getByLabel('Nombre').fill('Rosa Poma')
  await fila.getByLabel('Documento').fill('DNI 41000099')
  await fila.getByLabel('Porcentaje').fill('20')
  await page.getByLabel('Etiquetas', { exact: true }).first().fill('minera')
  await page.keyboard.press('Enter')
  await page.getByLabel('Agente o referidor').first().fill('quispe mam')
  await page.getByRole('option', { name: /Quispe Mamani/ }).click()
  await page.getByRole('button', { name: 'Crear cliente' }).click()
  await page
    .getByText(/Debe superar el 25/)
    .first()
    .waitFor()
  await fila.getByLabel('Porcentaje').fill('60')
  await page.getByRole('button', { name: 'Crear cliente' }).click()

  await page.getByRole('heading', { name: /Minera Los Andes/ }).waitFor()
  await page.getByText('minera', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: /Quispe Mamani/ }).click()
  await page.getByRole('heading', { name: /Quispe Mamani/ }).waitFor()
  await page.getByRole('link', { name: '1 cliente', exact: true }).click()
  await page.getByRole('row', { name: /Minera Los Andes/ }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
  expect(casa.errores).toEqual([])
})

test('leaving a changed form lists what would be lost', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/clientes/detalle/2?ver=datos')
  await page.getByLabel('Distrito').fill('Surquillo')
  await page.getByLabel('Notas').fill('Viene los lunes')
  await page.getByRole('link', { name: 'Clientes' }).first().click()
  const dialogo = page.getByRole('dialog', { name: '¿Salir sin guardar?' })
  await dialogo.getByText('Se perderá lo que cambió en: Distrito, Notas.').waitFor()
  await dialogo.getByRole('button', { name: 'Seguir aquí' }).click()
  expect(await page.getByLabel('Distrito').inputValue()).toBe('Surquillo')
})

test('what was saved a moment ago is not asked about, also while the page reads again what that made stale (R-377)', async () => {
  const page = await casa.dentro('admin')
  const irse = async (adonde: string, title: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Buscar páginas/ }).fill(adonde)
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await page.getByRole('dialog', { name: '¿Salir sin guardar?' }).count()).toBe(0)
  }
  /** Holds back every answer that is read from now on of what `path` names, until the page is left. */
  const callado = (path: string) =>
    page.route(path, (route) =>
      route.request().method() === 'GET' ? new Promise<void>(() => {}) : route.continue(),
    )
  await page.goto('/clientes/detalle/2?ver=datos')
  await page.getByLabel('Distrito').fill('Barranco')
  await callado('**/api/clientes/**')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Cliente actualizado.').first().waitFor()
  await irse('gastos', 'Gastos')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // What was refused is asked about, as before.
  await page.goto('/clientes/detalle/2?ver=datos')
  await page.getByLabel('Notas').fill('Viene los martes')
  await page.route('**/api/clientes/2', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { message: 'No se pudo.' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('No se pudo.').first().waitFor()
  await page.getByRole('link', { name: 'Clientes' }).first().click()
  const dialogo = page.getByRole('dialog', { name: '¿Salir sin guardar?' })
  await dialogo.getByRole('button', { name: 'Salir sin guardar' }).click()
  await dialogo.waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // A screen that draws its own form, left by going back.
  await irse('roles', 'Roles y permisos')
  await page.getByRole('navigation', { name: 'Roles' }).getByRole('button').nth(3).click()
  await page.waitForURL(/rol=/)
  await page.getByLabel('Nombre', { exact: true }).fill('Otro nombre')
  await page.getByRole('button', { name: 'Revisar y guardar' }).click()
  const cambios = page.getByRole('dialog', { name: /^Cambios en/ })
  await cambios.getByLabel('Su contraseña').fill('Cambista-2026')
  await callado('**/api/roles')
  await cambios.getByRole('button', { name: 'Guardar' }).click()
  await page
    .getByText(/^Rol «Otro nombre» guardado/)
    .first()
    .waitFor()
  await page.evaluate(() => history.go(-2))
  await page.getByRole('heading', { level: 1, name: 'Clientes' }).waitFor()
  expect(await page.getByRole('dialog', { name: '¿Salir sin guardar?' }).count()).toBe(0)
  expect(casa.errores).toEqual([])
})

test('the summary of a client has his limits as bars, his last operations and orders, and his beneficiaries to whom may see them', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/clientes/detalle/1')
  const limits = page.getByRole('region', { name: 'Límites' })
  await limits.getByRole('progressbar', { name: /^Parte usada: Por su nivel/ }).waitFor()
  const ordenes = page.getByRole('region', { name: 'Órdenes' })
  const agenda = page.getByRole('region', { name: 'Beneficiarios' })
  const operaciones = page.getByRole('region', { name: 'Operaciones' })
  await agenda.getByRole('listitem').filter({ hasText: 'María Alejandra Peña' }).waitFor()
  for (const each of [ordenes, operaciones])
    await expect.poll(() => each.getByRole('link').count()).toBeGreaterThan(0)
  await operaciones.getByRole('listitem').getByRole('link').first().click()
  await page.getByRole('heading', { name: /CV-/ }).waitFor()
  // Who may not see beneficiaries reads none of them here either.
  const other = await casa.dentro('contadora')
  await other.goto('/clientes/detalle/1')
  await other.getByRole('region', { name: 'Operaciones' }).waitFor()
  await other.getByRole('region', { name: 'Órdenes' }).waitFor()
  expect(await other.getByRole('region', { name: 'Beneficiarios' }).count()).toBe(0)
  expect(casa.errores).toEqual([])
})
