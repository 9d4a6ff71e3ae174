import { expect, test } from 'vitest'
import { montarOrdenes } from '../../../../../test/support/areas/ordenes.ts'
import { mirarCuenta } from '../../../../../test/support/ordenes/saldos.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../../main.libros.ts'
import { verificar as comprobar } from '../../../../server/verificar/verificar.ts'
import { contrato } from '../../contract.ts'
import { verificaSaldos } from '../../saldos/verifica.ts'

/* Credits of clients in the rules of the books: what was falsified is found. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
await mirarCuenta(casa)
const jefe = await app.signedIn('adm')

test('a credit that was falsified is found, each rule by its own case', async () => {
  const cobro = { ...casa.transferencia('500.00', 'F-1'), a_favor: '20.00' }
  const { id } = (await casa.caj.call(contrato.crear, { body: casa.orden({ cobros: [cobro] }) }))
    .body
  const [saldo] = (await casa.adm.call(contrato.obtener, { params: { id } })).body.saldos
  const body = {
    cobro_id: saldo?.cobro_id as number,
    cuenta_id: casa.cuentas.cajaPen,
    monto: '5.00',
  }
  expect((await jefe.call(contrato.devolver, { params: { id }, body })).status).toBe(201)
  const usado = (await jefe.call(contrato.crear, { body: casa.orden() })).body.id
  const use = { orden_id: id, cobro_id: saldo?.cobro_id as number, monto: '5.00' }
  expect((await jefe.call(contrato.usarSaldo, { params: { id: usado }, body: use })).status).toBe(
    201,
  )
  const [suyo, deuda, quien, uso] = verificaSaldos
  const [solo, no] = ['WHERE saldo_id IS NOT NULL', 'WHERE saldo_id IS NULL']
  for (const [regla, change, back] of [
    [suyo, 'ordenes_saldos SET saldo = saldo + 1', 'ordenes_saldos SET saldo = saldo - 1'],
    [suyo, 'ordenes_saldos SET cliente_id = 0', `ordenes_saldos SET cliente_id = ${casa.ana}`],
    [suyo, `ordenes_cobros SET a_favor = 19 ${no}`, `ordenes_cobros SET a_favor = 20 ${no}`],
    [
      suyo,
      `ordenes SET estado = 'pendiente' WHERE id = ${id}`,
      `ordenes SET estado = 'pagada' WHERE id = ${id}`,
    ],
    [suyo, `ordenes_cobros SET monto = 4 ${solo}`, `ordenes_cobros SET monto = 5 ${solo}`],
    [deuda, `ordenes_cobros SET monto = 4 ${solo}`, `ordenes_cobros SET monto = 5 ${solo}`],
    [uso, `ordenes_cobros SET monto = 4 ${solo}`, `ordenes_cobros SET monto = 5 ${solo}`],
    [
      uso,
      `ordenes_cobros SET usuario_id = ${casa.adm.usuario_id} ${solo}`,
      `ordenes_cobros SET usuario_id = ${jefe.usuario_id} ${solo}`,
    ],
    [
      uso,
      `ordenes SET cliente_id = 0 WHERE id = ${usado}`,
      `ordenes SET cliente_id = ${casa.ana} WHERE id = ${usado}`,
    ],
    [quien, 'ordenes_devoluciones SET monto = 4', 'ordenes_devoluciones SET monto = 5'],
    [deuda, 'ordenes_devoluciones SET monto = 4', 'ordenes_devoluciones SET monto = 5'],
    [deuda, `ordenes_cobros SET a_favor = 19 ${no}`, `ordenes_cobros SET a_favor = 20 ${no}`],
    [
      quien,
      `ordenes_devoluciones SET usuario_id = ${casa.adm.usuario_id}`,
      `ordenes_devoluciones SET usuario_id = ${jefe.usuario_id}`,
    ],
  ] as const) {
    if (!regla) throw new Error('a rule is missing')
    await comoDueno(app.url, `SET session_replication_role = replica; UPDATE ${change}`)
    expect((await comprobar(app.db, [regla])).diferencia?.regla, change).toBe(regla[0])
    await comoDueno(app.url, `SET session_replication_role = replica; UPDATE ${back}`)
  }
  expect((await verificar(app.db)).diferencia).toBeNull()
})
