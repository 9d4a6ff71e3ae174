import { expect, test } from 'vitest'
import { abrirCasa } from './casa.ts'

const casa = await abrirCasa()

test('a company is registered with its owners, its agent and labels; its pages lead to each other', async () => {
  const page = await casa.entrar('admin')
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
