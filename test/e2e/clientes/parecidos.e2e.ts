import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('a blocked client who returns is stopped, compliance lets an unlike one through, and old papers keep their name', async () => {
  const { db } = casa.app
  const op = await db
    .selectFrom('compras_ventas as o')
    .innerJoin('clientes as c', 'c.id', 'o.cliente_id')
    .select(['o.id', 'c.id as cliente_id', 'c.nombre'])
    .where('c.tipo_persona', '=', 'natural')
    .where('o.estado', '=', 'completada')
    .orderBy('o.id')
    .executeTakeFirstOrThrow()
  const malo = await db
    .selectFrom('clientes')
    .select(['id', 'nombre', 'celular'])
    .where('id', '<>', op.cliente_id)
    .where('tipo_persona', '=', 'natural')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('clientes')
    .set({ estado: 'bloqueado', motivo_estado: 'Documento falso' })
    .where('id', '=', malo.id)
    .execute()
  await db
    .updateTable('clientes')
    .set({
      apellidos: 'Corregida',
      celular: malo.celular,
      pep: true,
      pep_cargo: 'Regidora',
      pep_entidad: 'MML',
    })
    .where('id', '=', op.cliente_id)
    .execute()
  const page = await casa.dentro('cumplimiento')
  await page.goto(`/clientes/detalle/${op.cliente_id}`)
  await page.getByText(/No opera hasta que cumplimiento lo vea/).waitFor()
  await page.goto('/aprobaciones')
  await page.getByText(/se parece a .*, bloqueado/).waitFor()
  await page.getByRole('button', { name: /^Aprobar: Cliente parecido/ }).press('Enter')
  await page.getByText('No hay nada por aprobar').waitFor()
  await page.goto(`/clientes/detalle/${op.cliente_id}`)
  await page.getByRole('button', { name: 'Quitar marca PEP' }).press('Enter')
  const dialogo = page.getByRole('dialog')
  await dialogo.getByRole('textbox').fill('Dejó el cargo en 2019')
  await dialogo.getByRole('button', { name: 'Quitar marca PEP' }).press('Enter')
  await page.getByText('ya no lleva la marca PEP').first().waitFor()
  await page.goto(`/compras-ventas/detalle/${op.id}`)
  await page.getByText(new RegExp(`^${op.nombre} · .*\\(hoy: .* Corregida`)).waitFor()
  expect(casa.errores).toEqual([])
})
