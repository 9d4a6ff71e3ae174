import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const ids = {
  pendiente: await casa.en('pendiente', { cobros: [casa.yape('500.00')] }),
  pagada: await casa.en('pagada'),
  en_proceso: await casa.en('en_proceso'),
  completada: await casa.en('completada'),
}
const set = (estado: keyof typeof ids, what: string) =>
  `UPDATE ordenes SET ${what} WHERE id = ${ids[estado]}`

/** Changes to an order that the database refuses even to its owner. */
test.each([
  ['a change of the amount of a paid order', set('pagada', 'envia = 1'), /not rewritten/],
  ['a change of the rate of a paid order', set('pagada', 'tasa = 1'), /not rewritten/],
  [
    'a change of the beneficiary of a completed order',
    set('completada', "beneficiario = '{}'"),
    /not rewritten/,
  ],
  ['a change of the client', set('pendiente', 'cliente_id = 2'), /not rewritten/],
  [
    'a state without a transition in the table',
    set('pendiente', "estado = 'completada', completada_en = now()"),
    /not rewritten/,
  ],
  [
    'a closed order made open again',
    set('completada', "estado = 'pagada', completada_en = NULL, pagador_id = NULL"),
    /not rewritten/,
  ],
  ['a state without its step', set('pagada', "estado = 'en_proceso', pagador_id = 1"), /its steps/],
  ['a value without payments', set('pagada', 'valor = valor + 1'), /its value/],
  [
    'amounts that no requote changed (R-330)',
    set('pendiente', 'envia = 600, recibe = 31447, monto_usd = monto_usd, version = version + 1'),
    /its amounts before/,
  ],
  ['a deleted order', `DELETE FROM ordenes WHERE id = ${ids.pagada}`, /not rewritten/],
  ['a truncation of the table', 'TRUNCATE ordenes CASCADE', /TRUNCATE is not allowed/],
  ['a changed payment', 'UPDATE ordenes_cobros SET monto = 1', /not rewritten/],
  [
    'a verified payment made unverified again',
    "UPDATE ordenes_cobros SET estado = 'por_verificar', asiento_id = NULL, valor = NULL WHERE estado = 'verificado'",
    /not rewritten/,
  ],
  ['a changed payout', 'UPDATE ordenes_pagos SET referencia = $$x$$', /not rewritten/],
  ['a deleted payout', 'DELETE FROM ordenes_pagos', /not rewritten/],
  ['a changed step', "UPDATE ordenes_pasos SET nota = 'x'", /not allowed/],
  [
    'a step that does not follow the last one',
    `INSERT INTO ordenes_pasos (orden_id, accion, de, a, usuario_id) VALUES (${ids.pendiente}, 'tomar', 'pagada', 'en_proceso', 1)`,
    /does not lead/,
  ],
  [
    'a step that is not in the table of transitions',
    `INSERT INTO ordenes_pasos (orden_id, accion, de, a, usuario_id) VALUES (${ids.pendiente}, 'pagar', 'pendiente', 'completada', 1)`,
    /does not lead/,
  ],
  [
    'a step without a user',
    `INSERT INTO ordenes_pasos (orden_id, accion, de, a) VALUES (${ids.pendiente}, 'cobrar', 'pendiente', 'pendiente')`,
    /check constraint/,
  ],
  [
    'a change of the table of transitions',
    "INSERT INTO ordenes_transiciones VALUES ('pagar', 'pendiente', 'completada')",
    /not allowed/,
  ],
  ['a quote at another rate', set('pendiente', 'tasa = 60'), /rate was not in force/],
  [
    'a rate kept outside of its lock',
    set('pendiente', "tasa_mantenida = true, cotizada_en = '2001-01-01'"),
    /rate was not in force/,
  ],
  [
    'a quote older than its rate',
    set('pendiente', "cotizada_en = '2001-01-01'"),
    /rate was not in force/,
  ],
])('the database refuses even its owner: %s', async (_, statement, refusal) => {
  await expect(comoDueno(app.url, statement)).rejects.toThrow(refusal)
})

test.each([
  ['write an order', "INSERT INTO ordenes (numero) VALUES ('x')"],
  ['change the state of an order', set('pendiente', "estado = 'anulada'")],
  ['verify a payment', "UPDATE ordenes_cobros SET estado = 'verificado'"],
  ['write a payout', 'INSERT INTO ordenes_pagos (orden_id) VALUES (1)'],
  ['write a step', "INSERT INTO ordenes_pasos (orden_id, accion, a) VALUES (1, 'x', 'x')"],
  ['cover an order', `SELECT ordenes_cubierta('{"usuario_id": 1}', ${ids.pendiente}, 0)`],
])('the server’s role cannot %s without the functions', async (_, statement) => {
  await expect(sql.raw(statement).execute(app.db)).rejects.toThrow(/permission denied/)
})

const anulada = await casa.en('pagada')
await casa.adm.call(contrato.anular, {
  params: { id: anulada },
  body: { motivo: 'Se arrepintió', cuenta_devolucion_id: casa.cuentas.bcpPen },
})
const cobro = (id: number, what: string) =>
  `UPDATE ordenes_cobros SET ${what} WHERE orden_id = ${id}`
const pago = (what: string) => `UPDATE ordenes_pagos SET ${what} WHERE orden_id = ${ids.completada}`

/** Changes to payments and payouts past their own triggers: the constraint of the order refuses them at commit. */
test.each([
  [
    'a verified payment after it was annulled',
    anulada,
    cobro(anulada, "estado = 'verificado', devuelto_de = NULL"),
    /what is annulled/,
  ],
  [
    'less paid than the client owed',
    ids.pagada,
    cobro(ids.pagada, 'monto = monto - 1'),
    /what the client paid/,
  ],
  [
    'less paid than the client owed in another currency',
    ids.pagada,
    `${cobro(ids.pagada, 'monto = monto - 1')}; ${set('pagada', 'envia_moneda_id = 3')}`,
    /what the client paid/,
  ],
  ['more paid out than it owed', ids.completada, pago('monto = monto + 1'), /what was paid out/],
  [
    'a payout before it is taken',
    ids.pagada,
    pago(`orden_id = ${ids.pagada}, monto = 1`),
    /a payout out of turn/,
  ],
  [
    'a debt left after its completion',
    ids.completada,
    pago('valor = valor - 1, ganancia = ganancia - 1'),
    /its debt/,
  ],
])('the constraint at commit refuses an order with %s', async (_, id, twist, refusal) => {
  await expect(
    comoDueno(
      app.url,
      `BEGIN; SET LOCAL session_replication_role = replica; ${twist}; SET LOCAL session_replication_role = origin;
       UPDATE ordenes SET impresiones = impresiones + 1 WHERE id = ${id}; COMMIT`,
    ),
  ).rejects.toThrow(refusal)
})
