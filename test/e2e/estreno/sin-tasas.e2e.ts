import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('without a rate the counter says what is missing, and leads there whoever may put it', async () => {
  await casa.app.db.updateTable('tipos_cambios').set({ estatus: false }).execute()
  const caj = await casa.dentro('cajera')
  await caj.goto('/compras-ventas/nueva')
  await caj.getByText('Para esto hace falta una tasa activa y una caja en esa divisa').waitFor()
  await caj.getByText('Pídala a quien publica los precios.').waitFor()
  expect(await caj.getByRole('main').getByRole('link').count()).toBe(0)

  const adm = await casa.dentro('admin')
  await adm.goto('/compras-ventas/nueva')
  const link = adm.getByRole('link', { name: 'Abrir una caja' })
  await link.press('Enter')
  await adm.waitForURL(/\/puesta-en-marcha\?paso=cajas$/)
  await adm.getByText('Lo que hay hoy, contado en cada caja').waitFor()

  // An order needs no till: only the prices are offered.
  await adm.goto('/ordenes/nueva')
  await adm.getByRole('link', { name: 'Poner los primeros precios' }).waitFor()
  expect(await adm.getByRole('link', { name: 'Abrir una caja' }).count()).toBe(0)
  expect(casa.errores).toEqual([])
})
