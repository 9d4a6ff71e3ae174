import { expect, test } from 'vitest'
import { montarOrdenes } from '../../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { contrato } from '../../contract.ts'
import { montarLotes } from './casa.ts'

/* Batches made at once, and orders that change hands. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { tomada, crear, ver, pagar } = await montarLotes(app, casa)

test('of two batches of one order at the same moment, one is made and the other says which', async () => {
  const orden = await tomada(0)
  const answers = await Promise.all([crear([orden]), crear([orden])])
  const [made, refused] = answers.toSorted((a, b) => a.status - b.status)
  expect([made?.status, refused?.status, refused?.error.codigo]).toEqual([
    201,
    409,
    'ORDEN_EN_LOTE',
  ])
  expect(refused?.error.message).toContain(made?.body.numero)
})

test('a line whose order another payer took over is paid by him alone', async () => {
  const orden = await tomada(1)
  const { id } = (await crear([orden])).body
  const linea_id = (await ver(id)).lineas[0]?.id
  await casa.adm.call(contrato.tomar, { params: { id: orden }, body: { relevar: true } })
  const before = await pagar(id, [{ linea_id, referencia: 'RELEVO-1' }])
  expect(before.body).toMatchObject({
    pagadas: 0,
    lineas: [{ pagada: false, codigo: 'ORDEN_TOMADA' }],
  })
  const after = await pagar(id, [{ linea_id, referencia: 'RELEVO-1' }], casa.adm)
  expect(after.body.pagadas).toBe(1)
})
