import { expect, test } from 'vitest'
import { codigoDeCasa } from '../../../src/areas/usuarios/primero/codigo.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'

const PASSWORD = 'tinta verde 19 lluvia'
const casa = await abrirCasa({ vacia: true })
await casa.app.http.inject({
  method: 'POST',
  url: '/api/primer-uso',
  payload: {
    ...{ codigo: codigoDeCasa(casa.clave), nombres: 'Rosa', apellidos: 'Alva Ruiz' },
    ...{ usuario: 'rosa', correo: 'rosa@casa.pe', password: PASSWORD },
  },
})

/** Names of what the house has. */
const nombres = async (tabla: string) =>
  (await comoDueno<{ nombre: string }>(casa.datos, `SELECT nombre FROM ${tabla}`)).map(
    ({ nombre }) => nombre,
  )

test('a new house takes what its countries share from a list, and nothing that it did not want', async () => {
  const page = await casa.entrar('rosa', {}, PASSWORD)
  await page.getByRole('link', { name: 'Elegir bancos y tipos de pago' }).click()
  await page.getByRole('heading', { name: 'Puesta en marcha' }).waitFor()
  await page.getByRole('checkbox', { name: 'Venezuela' }).press('Space')
  await page.getByRole('checkbox', { name: /^Banesco/ }).waitFor()
  expect(page.url()).toContain('paises=pe')
  await page.getByRole('checkbox', { name: 'Plin', exact: true }).first().press('Space')
  await page.getByRole('group', { name: 'Formas de pago' }).getByLabel('Plin').press('Space')
  const button = page.getByRole('button', { name: /^Crear \d+ registros$/ })
  const wanted = Number(/\d+/.exec(await button.innerText())?.[0])
  await button.press('Enter')
  await page.getByLabel('Su contraseña').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText(`Se crearon ${wanted} registros.`).waitFor()
  expect(await page.getByRole('alert').filter({ hasText: 'No se cre' }).count()).toBe(0)
  const [banks, ways] = await Promise.all(['entidades_financieras', 'tipos_pagos'].map(nombres))
  expect(banks).toEqual(expect.arrayContaining(['BCP', 'Yape', 'Banesco', 'BNC']))
  expect(banks).not.toContain('Plin')
  expect(ways).toEqual(expect.arrayContaining(['Efectivo', 'Yape', 'Pago Móvil']))
  expect(ways).not.toContain('Plin')
  expect(ways).not.toContain('Nequi')
  const [soles] = await comoDueno<{ billetes: string }>(
    casa.datos,
    "SELECT billetes FROM monedas WHERE iso = 'PEN'",
  )
  expect(soles?.billetes).toBe('200 100 50 20 10')
  // What it has is not offered again; what it did not want is.
  await page.reload()
  await page.getByText('Ya está').first().waitFor()
  await page.getByRole('button', { name: 'Crear 2 registros' }).waitFor()
  expect(await page.getByRole('checkbox', { name: /^BCP/ }).isDisabled()).toBe(true)
  expect(casa.errores).toEqual([])
})

test('without the password nothing is created, and what was marked stays', async () => {
  const page = await casa.entrar('rosa', {}, PASSWORD)
  await page.goto('/puesta-en-marcha?paises=co')
  const button = page.getByRole('button', { name: /^Crear \d+ registros$/ })
  await button.waitFor()
  const before = await nombres('tipos_pagos')
  await page
    .getByRole('group', { name: 'Bancos y billeteras' })
    .getByLabel(/Marcar todas/)
    .press('Space')
  await page
    .getByRole('group', { name: 'Billetes y monedas' })
    .getByRole('checkbox')
    .first()
    .press('Space')
  const said = await button.innerText()
  await button.press('Enter')
  await page.getByLabel('Su contraseña').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alert').filter({ hasText: 'No se creó:' }).waitFor()
  expect(await button.innerText()).toBe(said)
  expect(await nombres('tipos_pagos')).toEqual(before)
})
