import { expect, test } from 'vitest'
import { montarOrdenes } from '../../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../../main.libros.ts'
import { verificar as comprobar } from '../../../../server/verificar/verificar.ts'
import { verifica } from '../../lotes/verifica.ts'
import { montarLotes } from './casa.ts'

/* Batches in the rules of the books: what was falsified is found. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const { tomada, crear, ver, pagar } = await montarLotes(app, await montarOrdenes(app))
const owner = (text: string) => comoDueno(app.url, text)

test('a batch that was falsified is found, each rule by its own case', async () => {
  const { id } = (await crear([await tomada(0)])).body
  const linea = (await ver(id)).lineas[0]?.id
  await pagar(id, [{ linea_id: linea, referencia: 'BAN-1' }])
  const [suma, pago] = verifica
  for (const [regla, change, back] of [
    [suma, 'ordenes_lotes SET total = total + 1', 'ordenes_lotes SET total = total - 1'],
    [
      suma,
      "ordenes_lotes SET estado = 'abierto' WHERE numero = 'LT-2025-000001'",
      "ordenes_lotes SET estado = 'cerrado' WHERE numero = 'LT-2025-000001'",
    ],
    [
      pago,
      "ordenes_lotes_lineas SET monto = monto + 1 WHERE estado = 'pagada'",
      "ordenes_lotes_lineas SET monto = monto - 1 WHERE estado = 'pagada'",
    ],
  ] as const) {
    if (!regla) throw new Error('a rule is missing')
    await owner(`SET session_replication_role = replica; UPDATE ${change}`)
    expect((await comprobar(app.db, [regla])).diferencia?.regla).toBe(regla[0])
    await owner(`SET session_replication_role = replica; UPDATE ${back}`)
  }
  expect((await verificar(app.db)).diferencia).toBeNull()
})
