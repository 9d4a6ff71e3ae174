import type pg from 'pg'
import { expect, test } from 'vitest'
import { montarSaldos, refused } from '../../../../../test/support/ordenes/saldos.ts'
import { type Client, startTestApp } from '../../../../../test/support/servidor/app.ts'
import {
  comoDueno,
  conectarDueno,
  enTurno,
  esperaAlguien,
} from '../../../../../test/support/servidor/dueno.ts'
import { contrato } from '../../contract.ts'

/* What two people do at once with a client's credit, and the order of the locks that they take. */

const app = await startTestApp({ max: 12 })
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarSaldos(app)
const { adm, caj, jefe, cuentas, pagos, ana } = casa
const { detalle, cobro, crear, cobrar, conSaldo, devolver, anular, limpio } = casa
const otro = await app.signedIn('adm')

/** A movement as the server hands it to SQL. */
const hacer = (accion: string, quien: Client, id: number, p: object) => {
  const who = { usuario_id: quien.usuario_id, ajenas: true, cobrar: true, devolver: true }
  return `SELECT operacion_hacer('${accion}', '${JSON.stringify(who)}', ${id}, '${JSON.stringify(p)}')`
}
const pago = ({ cobro_id }: { cobro_id: number }, monto: string) => ({
  ...{ cobro_id, cuenta_id: cuentas.cajaPen, monto },
})
const usar = async (saldo: { id: number; cobro_id: number }, monto: string) => {
  const id = (await crear([], jefe)).body.id
  const body = { orden_id: saldo.id, cobro_id: saldo.cobro_id, monto }
  expect((await jefe.call(contrato.usarSaldo, { params: { id }, body })).status).toBe(201)
  return id
}

/** What `what` has locked while it waits for what `held` holds: the code of each probe that was refused. */
async function mientras(
  held: string,
  what: () => Promise<{ status: number }>,
  probes: readonly string[],
): Promise<string[]> {
  const other = await conectarDueno(app.url)
  try {
    await other.query(`BEGIN; ${held}`)
    const pending = what()
    await esperaAlguien(app.url)
    const found = []
    for (const probe of probes) found.push(await libre(other, probe))
    await other.query('ROLLBACK')
    expect((await pending).status).toBeLessThan(300)
    return found
  } finally {
    await other.end()
  }
}

async function libre(client: pg.Client, probe: string): Promise<string> {
  await client.query('SAVEPOINT one')
  return client.query(probe).then(
    () => 'free',
    async ({ code }) => {
      await client.query('ROLLBACK TO one')
      return code
    },
  )
}

test('an annulment waits for the payback of its credit, and a payback for the annulment', async () => {
  const paid = await conSaldo()
  const pay = hacer('ordenes_devolver', jefe, paid.id, pago(paid, '5.00'))
  expect(refused(await enTurno(app.url, pay, () => anular(otro, paid.id)))).toBe(
    'SALDO_FAVOR_USADO',
  )
  const gone = await conSaldo()
  const annul = hacer('ordenes_anular', otro, gone.id, {
    motivo: 'El cliente desistió',
    cuenta_devolucion_id: cuentas.cajaPen,
  })
  expect(refused(await enTurno(app.url, annul, () => devolver(jefe, gone, '5.00')))).toBe(
    'El saldo a favor es de S/ 0.00.',
  )
  await limpio()
})

test('two who take one credit wait for one another: for another order, and paid back', async () => {
  const saldo = await conSaldo()
  const order = (await crear([], jefe)).body.id
  const use = hacer('ordenes_usar_saldo', jefe, order, { orden_id: saldo.id, ...pago(saldo, '15') })
  expect(refused(await enTurno(app.url, use, () => devolver(otro, saldo, '6.00')))).toBe(
    'El saldo a favor es de S/ 5.00.',
  )
  const pay = hacer('ordenes_devolver', otro, saldo.id, pago(saldo, '4.00'))
  const body = { orden_id: saldo.id, cobro_id: saldo.cobro_id, monto: '2.00' }
  const late = () => jefe.call(contrato.usarSaldo, { params: { id: order }, body })
  expect(refused(await enTurno(app.url, pay, late))).toBe('El saldo a favor es de S/ 1.00.')
  await limpio()
})

test('a payback is annulled once, by whoever comes first', async () => {
  const saldo = await conSaldo()
  const { devolucion_id } = (await devolver(jefe, saldo, '5.00')).body
  const body = { devolucion_id, motivo: 'No se entregó' }
  const undo = hacer('ordenes_devolucion_anular', otro, saldo.id, body)
  const late = () => adm.call(contrato.anularDevolucion, { params: { id: saldo.id }, body })
  expect(refused(await enTurno(app.url, undo, late))).toBe('YA_ANULADA')
  expect((await detalle(saldo.id)).saldos[0]?.saldo).toBe('20.00')
  await limpio()
})

test('whoever moves a credit locks the order on which he acts, the credit and then the ledger, so that none waits in a ring', async () => {
  const { devuelto, entero, usado, pagado } = {
    ...{ devuelto: await conSaldo(), entero: await conSaldo() },
    ...{ usado: await conSaldo(), pagado: await conSaldo() },
  }
  const order = await usar(usado, '5.00')
  const other = (await crear([], jefe)).body.id
  const { devolucion_id } = (await devolver(jefe, pagado, '5.00')).body
  const use = { orden_id: devuelto.id, cobro_id: devuelto.cobro_id, monto: '1.00' }
  const undo = { devolucion_id, motivo: 'No se entregó' }
  type Move = readonly [cobro_id: number, id: number, () => Promise<{ status: number }>]
  const moves: Record<string, Move> = {
    payback: [devuelto.cobro_id, devuelto.id, () => devolver(otro, devuelto, '5.00')],
    use: [
      devuelto.cobro_id,
      other,
      () => jefe.call(contrato.usarSaldo, { params: { id: other }, body: use }),
    ],
    'annulment of its order': [entero.cobro_id, entero.id, () => anular(otro, entero.id)],
    'annulment of the order that it paid': [usado.cobro_id, order, () => anular(otro, order, null)],
    'annulment of a payback': [
      pagado.cobro_id,
      pagado.id,
      () => adm.call(contrato.anularDevolucion, { params: { id: pagado.id }, body: undo }),
    ],
  }
  const found: Record<string, string[]> = {}
  for (const [name, [cobro_id, id, move]] of Object.entries(moves)) {
    const held = `SELECT FROM ordenes_saldos WHERE cobro_id = ${cobro_id} FOR NO KEY UPDATE`
    found[name] = await mientras(held, move, [
      `SELECT FROM ordenes WHERE id = ${id} FOR NO KEY UPDATE NOWAIT`,
      "SELECT FROM cuentas_contables WHERE codigo = 'saldos-favor:PEN' FOR NO KEY UPDATE NOWAIT",
    ])
  }
  const right = Object.keys(moves).map((name) => [name, ['55P03', 'free']])
  expect(found).toEqual(Object.fromEntries(right))
  await limpio()
})

test('a payment with a surplus that waits for the client has neither him nor its way of paying yet', async () => {
  await comoDueno(
    app.url,
    `UPDATE tipos_pagos SET tope_dia = 1000000 WHERE id = ${pagos.transferencia}`,
  )
  const { id } = (await crear([], caj)).body
  const found = await mientras(
    `SELECT FROM clientes WHERE id = ${ana} FOR SHARE`,
    () => cobrar(id, cobro('500.00', '20.00')),
    [
      `SELECT FROM clientes WHERE id = ${ana} FOR NO KEY UPDATE NOWAIT`,
      `SELECT 1 / pg_try_advisory_xact_lock(10, ${pagos.transferencia})::int`,
    ],
  )
  await comoDueno(
    app.url,
    `UPDATE tipos_pagos SET tope_dia = NULL WHERE id = ${pagos.transferencia}`,
  )
  expect(found).toEqual(['free', 'free'])
  await limpio()
})
