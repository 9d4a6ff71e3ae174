import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('two users edit one client: the second is told who saved, sees both values and chooses', async () => {
  const lenta = await casa.entrar('admin')
  const rapida = await casa.entrar('cajera')
  for (const page of [lenta, rapida]) {
    await page.goto('/clientes/detalle/2?ver=datos')
    await page.getByLabel('Distrito').waitFor()
  }
  await lenta.getByLabel('Distrito').fill('Lince')
  await rapida.getByLabel('Distrito').fill('Barranco')
  await rapida.getByLabel('Ocupación').fill('Ingeniera de minas')
  await rapida.getByRole('button', { name: 'Guardar' }).click()
  await rapida.getByText('Cliente actualizado.').first().waitFor()

  await lenta.getByRole('button', { name: 'Guardar' }).click()
  const conflicto = lenta.getByRole('region', { name: 'Cambios guardados antes' })
  await conflicto.getByText(/^\S+ \S+ guardó cambios/).waitFor()
  for (const name of ['Distrito Lince Barranco', 'Ocupación No lo cambió Ingeniera de minas']) {
    await conflicto.getByRole('row', { name }).waitFor()
  }
  // Only fields that differ: the heading row and these two.
  expect(await conflicto.getByRole('row').count()).toBe(3)

  await conflicto.getByRole('button', { name: 'Conservar lo mío' }).click()
  await lenta.getByRole('button', { name: 'Guardar' }).click()
  await lenta.getByText('Cliente actualizado.').first().waitFor()
  await rapida.goto('/clientes/detalle/2?ver=datos')
  expect(await rapida.getByLabel('Distrito').inputValue()).toBe('Lince')
  // A field that only the first user changed keeps his value.
  expect(await rapida.getByLabel('Ocupación').inputValue()).toBe('Ingeniera de minas')
  expect(casa.errores).toEqual([])
})
