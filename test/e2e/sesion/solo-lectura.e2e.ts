import { expect, test } from 'vitest'
import { revisar } from '../../../src/server/db/revision.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

const mover = (importe: number) =>
  comoDueno(
    casa.datos,
    `UPDATE cuentas_contables SET saldo = saldo + ${importe} WHERE codigo = 'capital'`,
  )

test('wrong books show a red warning on every open screen until they are corrected', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/clientes')
  const aviso = page.getByRole('alert').getByText(/^Solo lectura\./)
  await page.getByRole('heading', { name: 'Clientes' }).waitFor()
  expect(await aviso.count()).toBe(0)
  await mover(1)
  await revisar(casa.app.db)
  await page.getByRole('alert').getByText('no se registran operaciones ni tasas').waitFor()
  await mover(-1)
  await revisar(casa.app.db)
  await page.getByText('no se registran operaciones ni tasas').waitFor({ state: 'detached' })
  expect(casa.errores).toEqual([])
})

test('a disk that takes nothing is a warning with the reason, until it does (R-431)', async () => {
  const page = await casa.dentro('cajera')
  const motivo = 'el disco de la base de datos está lleno; hay que liberar espacio'
  const detalle = { motivo, solo_lectura: null }
  await page.route('**/api/listo', (route) =>
    route.fulfill({ status: 503, json: { message: motivo, codigo: 'NO_ESCRIBE', detalle } }),
  )
  await page.goto('/clientes')
  const aviso = page.getByRole('alert').getByText(`Puede consultar todo, pero ${motivo}`)
  await aviso.waitFor()
  await page.unroute('**/api/listo')
  await page.reload()
  await page.getByRole('heading', { name: 'Clientes' }).waitFor()
  await aviso.waitFor({ state: 'detached' })
})
