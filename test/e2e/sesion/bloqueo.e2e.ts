import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codigo } from '../../support/factor.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { AHORA, abrirCasa } from '../casa.ts'
import { ir } from '../pantallas.ts'

const casa = await abrirCasa()
const PASSWORD = 'Cambista-2026'

const lock = (page: Page) => page.getByRole('heading', { name: 'Pantalla bloqueada' })

/** A signed-in page whose browser clock the test can move. */
async function conReloj(usuario: string): Promise<Page> {
  const page = await casa.visita()
  await page.clock.install()
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill(usuario)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.waitForURL('**/dashboard')
  return page
}

test('an idle session locks every tab, keeps the form values, and unlocks with the password', async () => {
  const page = await conReloj('admin')
  await page.goto('/usuarios/nuevo')
  await page.getByLabel('Nombres').fill('Rosa a medias')
  const other = await page.context().newPage()
  await other.goto('/clientes')
  await other.getByRole('heading', { name: 'Clientes' }).waitFor()
  await page.clock.fastForward('09:50')
  expect(await lock(page).count()).toBe(0)
  await page.clock.fastForward('00:20')
  await lock(page).waitFor()
  await lock(other).waitFor()
  expect(await page.getByLabel('Nombres').isVisible()).toBe(false)
  expect(await other.getByRole('navigation', { name: 'Principal' }).isVisible()).toBe(false)
  // A reload does not unlock.
  await other.reload()
  await lock(other).waitFor()
  await page.getByLabel('Contraseña', { exact: true }).fill('no es esta')
  await page.getByRole('button', { name: 'Desbloquear' }).click()
  await page.getByText('Su contraseña no es correcta.').waitFor()
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Desbloquear' }).click()
  await lock(page).waitFor({ state: 'detached' })
  expect(await page.getByLabel('Nombres').inputValue()).toBe('Rosa a medias')
  await lock(other).waitFor({ state: 'detached' })
  await other.getByRole('heading', { name: 'Clientes' }).waitFor()
})

test('an active user is not locked out', async () => {
  const page = await conReloj('cajera')
  for (let i = 0; i < 4; i += 1) {
    await page.clock.fastForward('06:00')
    await page.mouse.move(100 + i * 20, 200)
  }
  expect(await lock(page).count()).toBe(0)
})

test('Salir on the lock screen discards everything; the next session starts unlocked', async () => {
  const page = await conReloj('cajera')
  await page.clock.fastForward('10:30')
  await lock(page).waitFor()
  await page.getByRole('button', { name: 'Salir' }).click()
  await page.getByLabel('Usuario o correo').waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('pantallaBloqueada')
})

test('the second factor: QR, first code, recovery codes; the next sign-in asks for a code', async () => {
  const page = await casa.dentro('contadora')
  await page.goto('/perfil?ver=factor')
  await page.getByRole('button', { name: 'Activar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Activar el segundo factor' })
  await dialog.getByLabel('Su contraseña').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('img', { name: /Código QR/ }).waitFor()
  const shown = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await page
    .getByLabel('Código que muestra la aplicación')
    .fill(codigo(shown.replaceAll(' ', ''), Date.parse(AHORA)))
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('heading', { name: 'Códigos de recuperación' }).waitFor()
  const codes = await page.getByText(/^[a-z2-9]{5}-[a-z2-9]{5}$/).allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await page.getByText('Le quedan 10 códigos').waitFor()
  await page.getByRole('button', { name: 'Códigos nuevos' }).click()
  const prueba = page.getByRole('dialog', { name: 'Códigos de recuperación nuevos' })
  await prueba.getByLabel('Código de verificación').waitFor()
  await prueba.getByLabel('Su contraseña').fill(PASSWORD)
  await prueba.getByRole('button', { name: 'Cambiar códigos' }).click()
  await prueba.getByText('Escriba el código.').waitFor()
  await prueba.getByLabel('Código de verificación').fill(codes[0] ?? '')
  await prueba.getByRole('button', { name: 'Cambiar códigos' }).click()
  await page.getByRole('button', { name: 'Ya los guardé' }).waitFor()
  const fresh = await page.getByText(/^[a-z2-9]{5}-[a-z2-9]{5}$/).allTextContents()
  expect(fresh).not.toContain(codes[1])

  const again = await casa.visita()
  await again.goto('/')
  await again.getByLabel('Usuario o correo').fill('contadora')
  await again.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: 'Ingresar' }).click()
  await again.getByLabel('Código de verificación').fill('000000')
  await again.getByRole('button', { name: 'Ingresar' }).click()
  await again.getByText('Usuario, contraseña o código incorrectos.').waitFor()
  await again.getByRole('button', { name: 'Ingresar' }).click()
  await again.getByLabel('Código de verificación').fill(fresh[0] ?? '')
  await again.getByRole('button', { name: 'Ingresar' }).click()
  await again.waitForURL('**/dashboard')
})

test('in a house that asks for it, who approves is led from his work to his second factor', async () => {
  const page = await casa.entrar('supervisora')
  await comoDueno(
    casa.datos,
    "UPDATE ajustes SET valor = 'true' WHERE clave = 'exigir_segundo_factor'",
  )
  await ir(page, '/ordenes')
  await page.waitForURL('**/completar-ingreso**')
  await page.getByText('Su rol lo exige: quien aprueba o administra').waitFor()
  // A cashier goes on as before.
  await casa.entrar('cajera')
})

test('no page threw', () => {
  expect(casa.errores).toEqual([])
})
