import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('the bell lists pending tasks, follows changes, and links each task to its list', async () => {
  const { db } = casa.app
  await sql`UPDATE cuentas SET saldo_min = NULL`.execute(db)
  const page = await casa.entrar('admin')
  const campana = page.getByRole('button', { name: /^Notificaciones/ })
  await campana.waitFor()
  await sql`UPDATE cuentas SET saldo_min = 99999999 WHERE id = (SELECT min(id) FROM cuentas)`.execute(
    db,
  )
  await sql`SELECT avisar('cuentas')`.execute(db)
  await page.getByRole('button', { name: /^Notificaciones: \d+/ }).waitFor()
  await campana.press('Enter')
  // The home page shows it too.
  const enlace = page
    .getByRole('navigation', { name: 'Principal' })
    .getByRole('link', { name: '1 cuenta con saldo bajo' })
  await enlace.waitFor()
  await enlace.press('Enter')
  await page.waitForURL('**/cuentas')
  await enlace.waitFor({ state: 'detached' })
  expect(casa.errores).toEqual([])
})

test('without pending tasks the bell says so', async () => {
  const page = await casa.entrar('contadora')
  await sql`UPDATE cuentas SET saldo_min = NULL`.execute(casa.app.db)
  // She has seen what others changed of her account.
  await sql`UPDATE usuarios SET cambios_vistos_en = ahora()`.execute(casa.app.db)
  await page.reload()
  await page.getByRole('button', { name: 'Notificaciones', exact: true }).click()
  await page.getByText('No tiene pendientes').waitFor()
})
