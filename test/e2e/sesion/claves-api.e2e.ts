import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

/* A key is made at the screen, used by another program, and ended at the screen. */

const casa = await abrirCasa()

test('a key is made, shown once, used, seen in its list and revoked', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/claves-api')
  await page.getByText('Ningún otro programa usa la API de la casa.').waitFor()
  await page.getByRole('button', { name: 'Nueva clave' }).click()
  const nueva = page.getByRole('dialog', { name: 'Nueva clave de API' })
  await nueva.getByLabel('Nombre').fill('Contabilidad')
  await nueva.getByRole('combobox', { name: 'Vence en' }).click()
  await page.getByRole('option', { name: '30 días' }).click()
  await nueva.getByRole('combobox', { name: 'Sucursal' }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await nueva.getByLabel('Direcciones desde las que se usa').fill('casa.local')
  await nueva.getByRole('checkbox', { name: 'Ver monedas' }).check()
  await nueva.getByLabel('Su contraseña').fill('Cambista-2026')
  await nueva.getByRole('button', { name: 'Crear clave' }).click()
  await nueva.getByText('Escriba direcciones como').waitFor()
  await nueva.getByLabel('Direcciones desde las que se usa').fill('127.0.0.1, 10.0.0.0/8')
  await nueva.getByRole('button', { name: 'Crear clave' }).click()
  const hecha = page.getByRole('dialog', { name: 'Clave de API' })
  const clave = (await hecha.getByText(/^cmb_/).textContent()) ?? ''
  await hecha.getByRole('button', { name: 'Ya la guardé' }).click()

  const ask = async () => {
    const { status } = await fetch(new URL('/api/monedas', page.url()), {
      headers: { authorization: `Bearer ${clave}` },
    })
    return status
  }
  expect(await ask()).toBe(200)
  await page.reload()
  const fila = page.getByRole('row', { name: /Contabilidad/ })
  await fila.getByText(`…${clave.slice(-4)}`).waitFor()
  await fila.getByText('127.0.0.1').waitFor()
  await fila.click()
  const ficha = page.getByRole('dialog', { name: 'Contabilidad' })
  await ficha.getByText('Ver monedas').waitFor()
  await ficha.getByRole('button', { name: 'Revocar' }).click()
  const pregunta = page.getByRole('dialog', { name: '¿Revocar «Contabilidad»?' })
  await pregunta.getByLabel('Motivo').fill('El proveedor cambió')
  await pregunta.getByRole('button', { name: 'Revocar' }).click()
  await fila.getByText('Revocada').waitFor()
  expect(await ask()).toBe(401)
})
