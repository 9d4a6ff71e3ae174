import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()
const PASSWORD = 'Cambista-2026'

async function ingresar(page: Page, usuario: string, password: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill(usuario)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
}

async function elegir(page: Page, campo: string, opcion: string): Promise<void> {
  await page.getByRole('combobox', { name: campo }).click()
  await page.getByRole('option', { name: opcion, exact: true }).click()
}

test('a cashier is created, chooses her own password and can work', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/usuarios')
  await page.getByRole('link', { name: 'Nuevo usuario' }).click()
  await page.getByLabel('Nombres').fill('Rosa Elena')
  await page.getByLabel('Apellidos').fill('Núñez Paz')
  await page.getByLabel('Número de documento').fill('45 678 901')
  await page.getByLabel('Usuario', { exact: false }).first().fill('rosa')
  await page.getByLabel('Correo').fill('rosa@andino.example')
  await elegir(page, 'Rol', 'Cajero')
  await elegir(page, 'Sucursal', 'Lima Centro')
  await page.getByLabel('Límite por operación').fill('5000')
  await page.getByRole('checkbox', { name: 'Caja Lima 2 PEN' }).check()
  await page.getByLabel('Su contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Crear usuario' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contraseña temporal' })
  const temporal = (await dialog.getByText(/^[a-z2-9]{4}-/).textContent()) ?? ''
  // The dialog with the password stays open after the notice has gone.
  await page.locator('.Toastify__toast').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Ya la anoté' }).click()
  await page.getByRole('heading', { name: 'Rosa Núñez' }).waitFor()
  await page.getByText('Contraseña temporal').waitFor()
  expect(await page.getByRole('checkbox', { name: 'Caja Lima 2 PEN' }).isChecked()).toBe(true)

  const hers = await casa.visita()
  await ingresar(hers, 'rosa', temporal)
  await hers.getByRole('heading', { name: 'Elija su contraseña' }).waitFor()
  expect(await hers.getByRole('navigation', { name: 'Principal' }).count()).toBe(0)
  await hers.goto('/compras-ventas')
  await hers.getByRole('heading', { name: 'Elija su contraseña' }).waitFor()
  await hers.getByLabel('Contraseña temporal').fill(temporal)
  await hers.getByLabel('Contraseña nueva', { exact: false }).first().fill('rosanunez99')
  await hers.getByLabel('Repita la contraseña nueva').fill('rosanunez99')
  await hers.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await hers.getByText('No use en la contraseña su nombre').first().waitFor()
  await hers.getByLabel('Contraseña nueva', { exact: false }).first().fill('tinta verde 19 lluvia')
  await hers.getByLabel('Repita la contraseña nueva').fill('tinta verde 19 lluvia')
  await hers.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await hers.waitForURL('**/compras-ventas')
  await hers.getByRole('navigation', { name: 'Principal' }).getByText('Rosa Núñez').waitFor()
})

test('a role from a template plus one permission: the diff is shown and its user gets it at once', async () => {
  const page = await casa.dentro('admin')
  const hers = await casa.entrar('contadora')
  await page.goto('/usuarios/roles')
  await page.getByRole('button', { name: 'Nuevo rol' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo rol' })
  await dialog.getByLabel('Empezar desde').selectOption('plantilla:caj')
  await dialog.getByLabel('Nombre').fill('Cajera de noche')
  await dialog.getByLabel('Su contraseña').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Crear rol' }).click()
  await page.getByRole('heading', { name: 'Cajera de noche' }).waitFor()
  await page.getByRole('button', { name: 'Ver como Cajera de noche' }).click()
  const vista = page.getByRole('dialog', { name: 'La barra de Cajera de noche' })
  await vista.getByText('Compra - Venta').first().waitFor()
  await vista.getByRole('button').first().click()

  await page.getByRole('button', { name: /^Contador/ }).click()
  await page.getByRole('heading', { name: 'Contador' }).waitFor()
  await page.getByRole('checkbox', { name: 'Ver monedas' }).uncheck()
  await page.getByRole('checkbox', { name: 'Ver usuarios y sus sesiones' }).check()
  await page.getByText('2 permisos cambiados, sin guardar').waitFor()
  // Opening another role does not discard the changes.
  await page.getByRole('button', { name: /^Pagador/ }).click()
  await page.getByRole('button', { name: /^Contador.*Sin guardar/ }).click()
  await page.getByRole('button', { name: 'Revisar y guardar' }).click()
  const diff = page.getByRole('dialog', { name: 'Cambios en Contador' })
  await diff.getByText('Vale para 1 usuario desde su próxima acción').waitFor()
  await diff.getByText('Ganan (1)').waitFor()
  await diff.getByText('Pierden (1)').waitFor()
  await diff.getByLabel('Su contraseña').fill('no es esta')
  await diff.getByRole('button', { name: 'Guardar' }).click()
  await diff.getByText('Su contraseña no es correcta.').waitFor()
  await diff.getByLabel('Su contraseña').fill(PASSWORD)
  await diff.getByRole('button', { name: 'Guardar' }).click()
  await diff.waitFor({ state: 'hidden' })

  const menu = hers.getByRole('button', { name: 'Administración' })
  await menu.click()
  await hers.getByRole('link', { name: 'Usuarios' }).waitFor()
  expect(await hers.getByRole('link', { name: 'Monedas' }).count()).toBe(0)
})

test('sessions are listed and ended; the user of an ended session has to sign in again', async () => {
  const hers = await casa.entrar('cajera')
  const page = await casa.dentro('admin')
  await page.goto('/usuarios?buscar=carla')
  await page.getByRole('row', { name: 'Abrir Carla Huamán' }).click()
  await page.getByRole('tab', { name: 'Sesiones' }).click()
  await page
    .getByRole('button', { name: /Terminar la sesión de Chrome/ })
    .first()
    .click()
  // Ending another person's session takes the password.
  const clave = page.getByRole('dialog').getByLabel('Su contraseña')
  await clave.fill('Cambista-2026')
  await clave.press('Enter')
  await page.getByText('Sesión terminada.').waitFor()
  await hers.goto('/clientes')
  await hers.getByLabel('Usuario o correo').waitFor()
  // She hears of it at her next sign-in, until she says that she saw it.
  await ingresar(hers, 'cajera', PASSWORD)
  await hers.getByRole('button', { name: /^Notificaciones/ }).click()
  await hers.getByText('1 cambio que otra persona hizo en su cuenta').click()
  await hers.getByText('Terminó sesiones').waitFor()
  await hers.getByRole('button', { name: 'Ya lo vi' }).click()
  await hers.getByRole('button', { name: 'Ya lo vi' }).waitFor({ state: 'hidden' })
})

test('another e-mail and the end of one’s other sessions take the password', async () => {
  const page = await casa.dentro('pagador')
  await casa.entrar('pagador')
  await page.goto('/perfil')
  await page.getByLabel('Correo').fill('pagador.nuevo@andino.example')
  await page.getByLabel('Su contraseña').fill('no es esta')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Su contraseña no es correcta.').first().waitFor()
  await page.getByLabel('Su contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Datos guardados.').first().waitFor()
  await page.getByRole('tab', { name: 'Sesiones' }).click()
  await page.getByRole('button', { name: 'Terminar las demás' }).click()
  const dialog = page.getByRole('dialog', { name: 'Terminar las demás sesiones' })
  await dialog.getByLabel('Su contraseña').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Terminar' }).click()
  await page.getByText(/Sesión terminada|Sesiones terminadas/).waitFor()
  await page.getByRole('button', { name: 'Terminar las demás' }).waitFor({ state: 'hidden' })
})

test('a user’s own account has no buttons that would lock him out', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/usuarios/detalle/1')
  await page.getByText('Es usted: su contraseña y sus sesiones están en su perfil.').waitFor()
  expect(
    await page.getByRole('button', { name: /Desactivar|Restablecer|Cambiar rol/ }).count(),
  ).toBe(0)
  await page.getByRole('link', { name: /Ada Ramos/ }).click()
  await page.getByRole('heading', { name: 'Mi perfil' }).waitFor()
  await page.getByRole('tab', { name: 'Sesiones' }).click()
  await page.getByText('Esta sesión').waitFor()
})

test('the orders of a user are a tab of his page, by what he did, for who may see orders', async () => {
  const page = await casa.dentro('admin')
  const { db } = casa.app
  const { id } = await db
    .selectFrom('usuarios')
    .select('id')
    .where('usuario', '=', 'pagador')
    .executeTakeFirstOrThrow()
  await page.goto(`/usuarios/detalle/${id}`)
  await page.getByRole('tab', { name: 'Órdenes' }).click()
  const rows = page.getByRole('row', { name: /OR-/ })
  await rows.first().waitFor()
  const all = await rows.count()
  expect(all).toBeGreaterThan(0)
  await page.getByLabel('Cuáles').selectOption('Las que registró')
  await page.waitForURL(/hizo=registro/)
  await page.getByText('Nada coincide').or(rows.first()).first().waitFor()
  await expect.poll(() => rows.count()).toBe(0)
  await page.getByLabel('Cuáles').selectOption('Las que pagó')
  await page.waitForURL(/hizo=pago/)
  await rows.first().waitFor()

  await db.deleteFrom('roles_permisos').where('permiso', '=', 'ordenes:ver').execute()
  const mgr = await casa.dentro('gerente')
  await db
    .insertInto('roles_permisos')
    .values({ rol_slug: 'mgr', permiso: 'usuarios:ver' })
    .onConflict((c) => c.doNothing())
    .execute()
  await mgr.goto(`/usuarios/detalle/${id}?ver=ordenes`)
  await mgr.getByRole('tab', { name: 'Datos' }).waitFor()
  expect(await mgr.getByRole('tab', { name: 'Órdenes' }).count()).toBe(0)
  expect(casa.errores).toEqual([])
})

test('the house’s rule of the second factor is switched in Roles with the password', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/usuarios/roles')
  const rule = page.getByLabel('Segundo factor para quien aprueba o administra')
  expect(await rule.isChecked()).toBe(false)
  await rule.click()
  const dialog = page.getByRole('dialog', { name: 'Exigir segundo factor' })
  await dialog.getByLabel('Su contraseña').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Exigir' }).click()
  // He administers himself: he is led to enrol at once.
  await page.waitForURL('**/completar-ingreso**')
})

test('no page threw', () => {
  expect(casa.errores).toEqual([])
})
