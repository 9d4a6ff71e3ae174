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

/** What even the owner of the database cannot do to an order. */
test.each([
  ['an amount of one that was paid', set('pagada', 'envia = 1'), /not rewritten/],
  ['the rate of one that was paid', set('pagada', 'tasa = 1'), /not rewritten/],
  ['whom one went to', set('completada', "beneficiario = '{}'"), /not rewritten/],
  ['the client', set('pendiente', 'cliente_id = 2'), /not rewritten/],
  [
    'a leap over the table',
    set('pendiente', "estado = 'completada', completada_en = now()"),
    /not rewritten/,
  ],
  [
    'one that ended, back',
    set('completada', "estado = 'pagada', completada_en = NULL, pagador_id = NULL"),
    /not rewritten/,
  ],
  ['a state without its step', set('pagada', "estado = 'en_proceso', pagador_id = 1"), /its steps/],
  ['a value that nobody paid', set('pagada', 'valor = valor + 1'), /its value/],
  ['an order away', `DELETE FROM ordenes WHERE id = ${ids.pagada}`, /not rewritten/],
  ['all of them away', 'TRUNCATE ordenes CASCADE', /TRUNCATE is not allowed/],
  ['a payment', 'UPDATE ordenes_cobros SET monto = 1', /not rewritten/],
  [
    'a verified payment, undone',
    "UPDATE ordenes_cobros SET estado = 'por_verificar', asiento_id = NULL, valor = NULL WHERE estado = 'verificado'",
    /not rewritten/,
  ],
  ['a payout', 'UPDATE ordenes_pagos SET referencia = $$x$$', /not rewritten/],
  ['a payout away', 'DELETE FROM ordenes_pagos', /not rewritten/],
  ['a step', "UPDATE ordenes_pasos SET nota = 'x'", /not allowed/],
  [
    'a step out of turn',
    `INSERT INTO ordenes_pasos (orden_id, accion, de, a, usuario_id) VALUES (${ids.pendiente}, 'tomar', 'pagada', 'en_proceso', 1)`,
    /does not lead/,
  ],
  [
    'a step that the table has not',
    `INSERT INTO ordenes_pasos (orden_id, accion, de, a, usuario_id) VALUES (${ids.pendiente}, 'pagar', 'pendiente', 'completada', 1)`,
    /does not lead/,
  ],
  [
    'a step of nobody',
    `INSERT INTO ordenes_pasos (orden_id, accion, de, a) VALUES (${ids.pendiente}, 'cobrar', 'pendiente', 'pendiente')`,
    /check constraint/,
  ],
  [
    'the table of moves',
    "INSERT INTO ordenes_transiciones VALUES ('pagar', 'pendiente', 'completada')",
    /not allowed/,
  ],
  ['a quote at another rate', set('pendiente', 'tasa = 60'), /rate was not in force/],
  [
    'a rate kept that was nobody’s to keep',
    set('pendiente', "tasa_mantenida = true, cotizada_en = '2001-01-01'"),
    /rate was not in force/,
  ],
  [
    'a quote made when its rate was not there yet',
    set('pendiente', "cotizada_en = '2001-01-01'"),
    /rate was not in force/,
  ],
])('no change of %s', async (_, statement, refusal) => {
  await expect(comoDueno(app.url, statement)).rejects.toThrow(refusal)
})

test.each([
  ['write an order', "INSERT INTO ordenes (numero) VALUES ('x')"],
  ['move one', set('pendiente', "estado = 'anulada'")],
  ['verify a payment', "UPDATE ordenes_cobros SET estado = 'verificado'"],
  ['write a payout', 'INSERT INTO ordenes_pagos (orden_id) VALUES (1)'],
  ['write a step', "INSERT INTO ordenes_pasos (orden_id, accion, a) VALUES (1, 'x', 'x')"],
  ['cover an order', `SELECT ordenes_cubrir('{"usuario_id": 1}', ${ids.pendiente}, 0)`],
])('the server’s own role cannot %s past the functions', async (_, statement) => {
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

/** What its lines say, twisted past their own guards: the order itself is asked at commit. */
test.each([
  [
    'money of one that was annulled',
    anulada,
    cobro(anulada, "estado = 'verificado', devuelto_de = NULL"),
    /what is annulled/,
  ],
  [
    'less than the client owed',
    ids.pagada,
    cobro(ids.pagada, 'monto = monto - 1'),
    /what the client paid/,
  ],
  [
    'less than the client owed in another currency',
    ids.pagada,
    `${cobro(ids.pagada, 'monto = monto - 1')}; ${set('pagada', 'envia_moneda_id = 3')}`,
    /what the client paid/,
  ],
  ['more than it owed', ids.completada, pago('monto = monto + 1'), /what was paid out/],
  [
    'a payout before its turn',
    ids.pagada,
    pago(`orden_id = ${ids.pagada}, monto = 1`),
    /a payout out of turn/,
  ],
  [
    'a debt that is not gone',
    ids.completada,
    pago('valor = valor - 1, ganancia = ganancia - 1'),
    /its debt/,
  ],
])('no order stands with %s', async (_, id, twist, refusal) => {
  await expect(
    comoDueno(
      app.url,
      `BEGIN; SET LOCAL session_replication_role = replica; ${twist}; SET LOCAL session_replication_role = origin;
       UPDATE ordenes SET impresiones = impresiones + 1 WHERE id = ${id}; COMMIT`,
    ),
  ).rejects.toThrow(refusal)
})
