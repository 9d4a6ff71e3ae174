import { expect, test } from 'vitest'
import { startTestApp } from '../../test/support/app.ts'
import { enTurno } from '../../test/support/dueno.ts'
import { dicho, en, hecho } from '../../test/support/respuesta.ts'
import { HOY, montarTodo } from '../../test/support/todo.ts'
import { contrato as cierres } from '../areas/cierres/contract.ts'
import { verificar } from './verificar.ts'

/* What one area does while another one stands in its way. */

const app = await startTestApp()
const casa = await montarTodo(app)
const { adm, quien, till } = casa

const moves = await casa.movimientos()
const cuadra = async () => expect((await verificar(app.db)).diferencia).toBeNull()

test('while the day closes nothing is posted on it, whichever area it comes from', async () => {
  const said: Record<string, unknown> = {}
  for (const [what, move] of Object.entries(moves)) {
    said[what] = dicho(
      await enTurno(app.url, `SELECT cierres_cerrar(${quien}, '${HOY}', true)`, move),
    )
    await hecho(adm.call(cierres.reabrir, { params: { fecha: HOY }, body: { motivo: 'Otra vez' } }))
  }
  expect(said).toEqual(Object.fromEntries(Object.keys(moves).map((what) => [what, 'DIA_CERRADO'])))
  await cuadra()
})

test('a till that is being counted stands still, whichever area asks', async () => {
  const id = await till.abrir()
  await till.paso('contar', id)
  const said: Record<string, unknown> = {}
  for (const [what, move] of Object.entries(moves)) said[what] = dicho(await move())
  expect(said).toEqual(
    Object.fromEntries(Object.keys(moves).map((what) => [what, 'CAJA_EN_CONTEO'])),
  )
  await till.paso('seguir', id)
  // And afterwards each of them goes on where it was.
  for (const move of Object.values(moves))
    expect(await move()).toMatchObject({
      error: expect.not.objectContaining({ codigo: expect.anything() }),
    })
  await cuadra()
  await till.contar(id, '50000.00', 10_000)
  await till.cerrar(id, 'No se sabe a qué se debe')
  const late = await enTurno(app.url, `SELECT cierres_cerrar(${quien}, '${HOY}', true)`, () =>
    adm.call(cierres.aprobar, { ...en(id), body: {} }),
  )
  expect(dicho(late)).toBe('DIA_CERRADO')
  await hecho(adm.call(cierres.reabrir, { params: { fecha: HOY }, body: { motivo: 'Otra vez' } }))
  expect(dicho(await adm.call(cierres.aprobar, { ...en(id), body: {} }))).toBe(200)
})
