import { expect, test } from 'vitest'
import { saldos } from '../../../../test/support/areas/casa.ts'
import { conRegla, sinReglas } from '../../../../test/support/areas/comisiones.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as ordenes } from '../../ordenes/contract.ts'
import { contrato, type Fila } from '../contract.ts'

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm, caj, pag, ves } = casa
const [today] = await comoDueno<{ dia: string }>(
  app.url,
  "SELECT to_char(fecha_negocio(ahora()), 'YYYY-MM-DD') AS dia",
)
const desde = today?.dia
const regla = (more: Record<string, unknown>) => conRegla(adm, { desde, tipo: 'orden', ...more })

async function de(id: number): Promise<Fila[]> {
  const { body } = await adm.call(contrato.listar, {
    query: { orden_id: String(id), orden: 'fecha', limite: 200 },
  } as never)
  expect(body.items.every((f) => f.origen === 'ordenes' && f.origen_id === id)).toBe(true)
  return body.items
}

/** An order paid out in full; the bank charges 78.62 bolívares. */
async function completada(): Promise<number> {
  const id = await casa.en('en_proceso')
  await pagarla(id)
  return id
}

async function pagarla(id: number): Promise<void> {
  const body = {
    ...{ cuenta_id: ves.banesco, monto: '26206.00', comision: '78.62' },
    referencia: casa.referencia(),
  }
  const done = await pag.call(ordenes.pagar, { params: { id }, body })
  if (done.status >= 300) throw new Error(done.error.message)
}

test('the worked example: 20 % of an order’s net profit of 33.73 is 6.75', async () => {
  await sinReglas(app)
  await regla({ base: 'ganancia', valor: '20' })
  const id = await completada()
  expect(await de(id)).toMatchObject([
    {
      ...{ tipo: 'orden', rol: 'creador', beneficiario: `u${caj.usuario_id}`, monto: '500.00' },
      ...{ importe_base: '33.73', comision: '6.75', estado: 'devengada', de_id: 2, a_id: 1 },
    },
  ])
  const all = await saldos(app)
  expect([all['gasto:comisiones'], all['comisiones-por-pagar']]).toEqual(['6.75', '-6.75'])
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('creator, payer and agent: three rows, and none before the order is completed', async () => {
  await sinReglas(app)
  await comoDueno(app.url, 'UPDATE clientes SET agente_id = $1 WHERE id = $2', [
    casa.clientes.bloqueado,
    casa.ana,
  ])
  await regla({ base: 'margen', valor: '20' })
  await regla({ rol: 'pagador', base: 'fijo', valor: '1.5' })
  await regla({ rol: 'agente', base: 'monto', valor: '0.5' })
  const id = await casa.en('en_proceso')
  expect(await de(id)).toEqual([])
  await pagarla(id)
  const rows = (await de(id)).map((f) => [f.rol, f.beneficiario, f.comision])
  expect(rows.sort()).toEqual([
    ['agente', `a${casa.clientes.bloqueado}`, '2.50'],
    ['creador', `u${caj.usuario_id}`, '6.00'],
    ['pagador', `u${pag.usuario_id}`, '1.50'],
  ])
  await comoDueno(app.url, 'UPDATE clientes SET agente_id = NULL WHERE id = $1', [casa.ana])
})

test('a bounced payout reverses them; when it is paid again they accrue again, once', async () => {
  await sinReglas(app)
  await regla({ base: 'ganancia', valor: '20' })
  const before = (await saldos(app))['comisiones-por-pagar']
  const id = await completada()
  const { body } = await adm.call(ordenes.obtener, { params: { id } })
  const bounce = (pago_id: number) =>
    adm.call(ordenes.rebotar, { params: { id }, body: { pago_id, motivo: 'Cuenta cerrada' } })
  expect((await bounce(body.pagos[0]?.id ?? 0)).status).toBe(200)
  expect((await de(id)).map((f) => f.estado)).toEqual(['anulada'])
  expect((await saldos(app))['comisiones-por-pagar']).toBe(before)
  await pagarla(id)
  expect((await de(id)).map((f) => f.estado)).toEqual(['anulada', 'devengada'])
  // Already settled: deducted from the next settlement, and accrued again with the new payout.
  const rows = await de(id)
  await adm.call(contrato.liquidar, { body: { ids: [rows[1]?.id ?? 0] } })
  const again = await adm.call(ordenes.obtener, { params: { id } })
  const alive = again.body.pagos.find(({ estado }) => estado === 'pagado')
  expect((await bounce(alive?.id ?? 0)).status).toBe(200)
  await pagarla(id)
  expect((await de(id)).map((f) => [f.estado, f.comision.startsWith('-')])).toEqual([
    ['anulada', false],
    ['liquidada', false],
    ['devengada', true],
    ['devengada', false],
  ])
  expect((await verificar(app.db)).diferencia).toBeNull()
})
