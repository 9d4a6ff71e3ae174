import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('the bell lists a client to approve; the officer approves by keyboard and the entry disappears', async () => {
  await casa.app.db
    .updateTable('clientes')
    .set({ riesgo: 'alto' })
    .where('num_doc', '=', '41000009')
    .execute()
  const page = await casa.entrar('cumplimiento')
  await page.getByRole('button', { name: /^Notificaciones: \d+/ }).press('Enter')
  const enlace = page
    .getByRole('navigation', { name: 'Principal' })
    .getByRole('link', { name: '1 cliente por aprobar' })
  await enlace.press('Enter')
  await page.getByRole('row').filter({ hasText: 'por aprobar' }).press('Enter')
  await page.getByText('Falta: no opera sobre el umbral de identificación').waitFor()
  await page.getByRole('button', { name: 'Aprobar', exact: true }).press('Enter')
  const dialogo = page.getByRole('dialog')
  await dialogo.getByText('Riesgo alto.').waitFor()
  await dialogo.getByRole('textbox').fill('Se revisó el origen de sus fondos.')
  await dialogo.getByRole('button', { name: 'Aprobar' }).press('Enter')
  await page.getByText('Se revisó el origen de sus fondos.').waitFor()
  await page.getByRole('button', { name: 'Renovar aprobación' }).waitFor()
  await page.getByRole('button', { name: /^Notificaciones/ }).press('Enter')
  await page
    .getByRole('list', { name: 'Lo que espera por usted' })
    .or(page.getByText('No tiene pendientes'))
    .waitFor()
  await enlace.waitFor({ state: 'detached' })
  expect(casa.errores).toEqual([])
})
