import { expect, test } from 'vitest'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato } from '../contract.ts'
import type { Hizo } from '../rules.ts'

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, pag, otro } = casa

const suyas = async (persona: typeof adm, hizo?: Hizo) => {
  const query = { persona_id: String(persona.usuario_id), ...(hizo && { hizo }) }
  const { items } = (await adm.call(contrato.listar, { query })).body
  return items.map(({ id }) => id).toSorted((a, b) => a - b)
}

test('a user’s orders are those on which he did something, by what he did', async () => {
  const [pendiente, tomada, pagada, cedida] = [
    await casa.en('pendiente'),
    await casa.en('en_proceso', { envia: '20.00' }),
    await casa.en('completada', { envia: '30.00' }),
    await casa.en('en_proceso', { envia: '40.00' }),
  ] as [number, number, number, number]
  const nota = { nota: 'Se fue a almorzar.' }
  expect((await pag.call(contrato.soltar, { params: { id: cedida }, body: nota })).status).toBe(200)
  expect((await otro.call(contrato.tomar, { params: { id: cedida } })).status).toBe(200)
  const body = { motivo: 'Ya no la envía.' }
  expect((await adm.call(contrato.anular, { params: { id: pendiente }, body })).status).toBe(200)

  expect(await suyas(caj)).toEqual([pendiente, tomada, pagada, cedida])
  expect(await suyas(caj, 'registro')).toEqual([pendiente, tomada, pagada, cedida])
  expect(await suyas(caj, 'tomo')).toEqual([])
  // Who gave it back had it all the same.
  expect(await suyas(pag, 'tomo')).toEqual([tomada, pagada, cedida])
  expect(await suyas(pag, 'pago')).toEqual([pagada])
  expect(await suyas(pag, 'registro')).toEqual([])
  expect(await suyas(otro)).toEqual([cedida])
  expect(await suyas(adm, 'anulo')).toEqual([pendiente])

  // The sums are of the same orders.
  const query = { persona_id: String(pag.usuario_id), hizo: 'pago' } as const
  const columns = (await adm.call(contrato.resumen, { query })).body
  expect(columns.flatMap(({ estado, ordenes }) => (ordenes ? [[estado, ordenes]] : []))).toEqual([
    ['completada', 1],
  ])
})

test('what somebody did without the somebody is refused in words', async () => {
  for (const call of [contrato.listar, contrato.resumen]) {
    const { status, error } = await adm.call(call, { query: { hizo: 'pago' } })
    expect([status, error]).toMatchObject([400, { message: 'Elija de qué usuario.' }])
  }
  const query = { persona_id: '0' }
  expect((await adm.call(contrato.listar, { query })).status).toBe(400)
})
