import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('the cashier reads what is left of his limits and what is pending with him, and opens its document', async () => {
  const { db } = casa.app
  const { rows } = await sql<{ id: number; numero: string }>`
    SELECT cliente_id AS id, numero FROM clientes_saldos WHERE origen = 'ordenes' LIMIT 1`.execute(
    db,
  )
  const { id, numero } = rows[0] as { id: number; numero: string }
  await sql`UPDATE clientes SET limite_dia = (clientes_operado(id, fecha_negocio(ahora()), NULL)).dia + 150
    WHERE id = ${id}`.execute(db)
  const page = await casa.dentro('cajera')
  await page.goto(`/clientes/detalle/${id}`)
  await page.getByRole('tab', { name: 'Límites' }).click()
  const limites = page.getByRole('region', { name: 'Límites del cliente' })
  await limites.getByRole('progressbar', { name: 'Parte usada: Hoy' }).waitFor()
  await limites.getByText('Quedan US$ 150.00').waitFor()
  await limites.getByText(/^Por su nivel \(N\d\)$/).waitFor()

  await page.getByRole('tab', { name: 'Saldo pendiente' }).click()
  const pendiente = page.getByRole('region', { name: 'Pendiente con el cliente' })
  await pendiente
    .getByText('Por pagar a su beneficiario')
    .or(pendiente.getByText('Pagó a cuenta'))
    .first()
    .waitFor()
  expect(await page.getByRole('tab', { name: 'Cumplimiento' }).count()).toBe(0)
  await pendiente.getByRole('link', { name: numero }).first().press('Enter')
  await page.getByRole('heading', { name: new RegExp(numero) }).waitFor()
  expect(casa.errores).toEqual([])
})

test('compliance reads alerts, whom he resembles, and his operations in the register', async () => {
  const { id } = await casa.app.db
    .selectFrom('clientes')
    .select('id')
    .where('num_doc', '=', '20999000020')
    .executeTakeFirstOrThrow()
  const page = await casa.dentro('cumplimiento')
  await page.goto(`/clientes/detalle/${id}?ver=cumplimiento`)
  await page.getByText(/^Faltan \d de los documentos que pide su nivel\.$/).waitFor()
  await page.getByText('No se parece a ninguno.').waitFor()
  await page.getByText('Aprobación de cumplimiento').waitFor()
  await page.getByRole('tab', { name: 'Registro' }).click()
  await page
    .getByRole('region', { name: 'Registro de Operaciones del cliente' })
    .or(page.getByText(/llega al umbral del registro/))
    .first()
    .waitFor()
  expect(casa.errores).toEqual([])
})
