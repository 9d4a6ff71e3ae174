import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa, USD } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { contrato } from '../../areas/compras-ventas/contract.ts'

/* Guards that stop even the owner of the database, each tested alone, bypassing the functions that refuse earlier. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, pagos } = casa
const { compra } = mostrador(casa)

const done = await adm.call(contrato.crear, { body: compra('10.00', '35.20') })
const [first] = await comoDueno<{ asiento: string }>(
  app.url,
  'SELECT asiento_id AS asiento FROM compras_ventas WHERE id = $1',
  [done.body.id],
)
const asiento = Number(first?.asiento)

type Leg = readonly [cuenta_id: number, moneda_id: number, importe: string, valor: string]

/** Writes one entry with these legs directly into the tables. */
function entry(legs: readonly Leg[], anula: number | null = null): Promise<unknown> {
  const values = legs
    .map(
      ([cuenta, moneda, importe, valor]) =>
        `(${cuenta}, ${moneda}, '${importe}'::numeric, '${valor}'::numeric)`,
    )
    .join(', ')
  return comoDueno(
    app.url,
    `WITH a AS (INSERT INTO asientos (fecha, origen, origen_id, glosa, usuario_id, anula_a)
                VALUES (ahora(), 'prueba', 1, 'Prueba', ${adm.usuario_id}, ${anula ?? 'NULL'}) RETURNING id)
     INSERT INTO apuntes (asiento_id, cuenta_id, moneda_id, importe, valor, saldo_despues)
     SELECT a.id, l.cuenta, l.moneda, l.importe, l.valor, 0 FROM a, (VALUES ${values}) l (cuenta, moneda, importe, valor)`,
  )
}

/** The exact negative of an entry. */
async function negative(id: number): Promise<Leg[]> {
  const rows = await comoDueno<{ leg: [number, number, string, string] }>(
    app.url,
    `SELECT jsonb_build_array(cuenta_id, moneda_id, (-importe)::text, (-valor)::text) AS leg
     FROM apuntes WHERE asiento_id = $1`,
    [id],
  )
  return rows.map(({ leg }) => leg)
}

const { cajaPen, bcpPen, cajaUsd } = cuentas
const PEN_ID = 2

test.each<[string, readonly Leg[], RegExp]>([
  ['one leg alone', [[cajaPen, PEN_ID, '1', '0']], /does not balance/],
  [
    'legs that sum zero only over two currencies',
    [
      [cajaPen, PEN_ID, '1', '1'],
      [cajaUsd, USD, '-1', '-1'],
    ],
    /does not balance/,
  ],
  [
    'values that do not sum zero',
    [
      [cajaPen, PEN_ID, '1', '1'],
      [bcpPen, PEN_ID, '-1', '-2'],
    ],
    /does not balance/,
  ],
  [
    'a leg in another currency than its account',
    [
      [cajaPen, USD, '1', '1'],
      [cajaUsd, USD, '-1', '-1'],
    ],
    /foreign key/,
  ],
  [
    'what is no number',
    [
      [cajaPen, PEN_ID, 'NaN', '0'],
      [bcpPen, PEN_ID, 'NaN', '0'],
    ],
    /apuntes_importe_check/,
  ],
  [
    'a leg of nothing',
    [
      [cajaPen, PEN_ID, '0', '0'],
      [bcpPen, PEN_ID, '0', '0'],
    ],
    /apuntes_importe_check/,
  ],
  [
    'a leg beyond every amount',
    [
      [cajaPen, PEN_ID, '1e29', '0'],
      [bcpPen, PEN_ID, '-1e29', '0'],
    ],
    /apuntes_importe_check/,
  ],
  [
    'more decimals than the currency has',
    [
      [cajaPen, PEN_ID, '0.001', '0'],
      [bcpPen, PEN_ID, '-0.001', '0'],
    ],
    /more decimals/,
  ],
])('an entry of %s is refused', async (_, legs, message) => {
  await expect(entry(legs)).rejects.toThrow(message)
})

test('a reversal is the exact negative, happens once, and cannot be reversed itself', async () => {
  const legs = await negative(asiento)
  await expect(entry(legs.slice(0, -1), asiento)).rejects.toThrow(/does not balance/)
  // Half of the entry balances too, but is not its exact negative.
  const half = legs.filter(([, moneda]) => moneda === USD)
  await expect(entry(half, asiento)).rejects.toThrow(/not an exact reversal/)
  const one = legs[0] as Leg
  const other = one[0] === cajaPen ? bcpPen : cajaPen
  const moved: Leg[] = legs.map((leg) =>
    leg[1] === PEN_ID && leg[0] === cajaPen ? [bcpPen, leg[1], leg[2], leg[3]] : leg,
  )
  await expect(entry(moved, asiento)).rejects.toThrow(/not an exact reversal/)
  const more: Leg[] = [...legs, [cajaPen, PEN_ID, '1', '1'], [other, PEN_ID, '-1', '-1']]
  await expect(entry(more, asiento)).rejects.toThrow(/not an exact reversal/)
  const { body } = await adm.call(contrato.crear, { body: compra('11.00', '38.80') })
  const motivo = 'Error de digitación'
  await adm.call(contrato.anular, { params: { id: body.id }, body: { motivo } })
  const [pair] = await comoDueno<{ original: string; reversa: string }>(
    app.url,
    `SELECT anula_a AS original, id AS reversa FROM asientos WHERE origen_id = $1 AND anula_a IS NOT NULL`,
    [body.id],
  )
  const original = Number(pair?.original)
  const reversa = Number(pair?.reversa)
  await expect(entry(await negative(original), original)).rejects.toThrow(/asientos_anula_a_key/)
  await expect(entry(await negative(reversa), reversa)).rejects.toThrow(/not an exact reversal/)
  // The function refuses by itself, before the triggers.
  const again = (id: number) =>
    comoDueno(app.url, `SELECT libro_anular(${id}, 'otra vez', ${adm.usuario_id})`)
  await expect(again(original)).rejects.toThrow('YA_ANULADA')
  await expect(again(reversa)).rejects.toThrow('YA_ANULADA')
})

test('of two concurrent reversals the second is refused', async () => {
  const { body } = await adm.call(contrato.crear, { body: compra('13.00', '45.80') })
  const [row] = await comoDueno<{ id: string }>(
    app.url,
    'SELECT asiento_id AS id FROM compras_ventas WHERE id = $1',
    [body.id],
  )
  const text = `SELECT libro_anular(${row?.id}, 'Prueba', ${adm.usuario_id})`
  const both = await Promise.allSettled([comoDueno(app.url, text), comoDueno(app.url, text)])
  expect(
    both.map((each) => (each.status === 'fulfilled' ? 'done' : each.reason.message)).sort(),
  ).toEqual(['YA_ANULADA', 'done'])
})

const doc = done.body.id
const open = `UPDATE tipos_cambios_historico SET vigencia = tstzrange(lower(vigencia), NULL)`

test.each([
  ['truncating the audit', 'TRUNCATE auditoria', /auditoria: TRUNCATE/],
  ['truncating the entries', 'TRUNCATE asientos CASCADE', /asientos: TRUNCATE/],
  ['truncating the documents', 'TRUNCATE compras_ventas CASCADE', /compras_ventas: TRUNCATE/],
  ['truncating the payments', 'TRUNCATE compras_ventas_pagos', /compras_ventas_pagos: TRUNCATE/],
  [
    'truncating rates',
    'TRUNCATE tipos_cambios_historico CASCADE',
    /tipos_cambios_historico: TRUNCATE/,
  ],
  [
    'truncating prices',
    'TRUNCATE pares_divisas_historico CASCADE',
    /pares_divisas_historico: TRUNCATE/,
  ],
  ['rewriting a rate', 'UPDATE tipos_cambios_historico SET tasa = tasa + 1', /not rewritten/],
  ['opening a rate again', `${open} WHERE upper_inf(vigencia)`, /not rewritten/],
  ['deleting a rate', 'DELETE FROM tipos_cambios_historico', /not rewritten/],
  ['changing an amount', `UPDATE compras_ventas SET monto = 1 WHERE id = ${doc}`, /not rewritten/],
  [
    'changing who made it',
    `UPDATE compras_ventas SET fecha = now() WHERE id = ${doc}`,
    /not rewritten/,
  ],
  ['deleting a document', `DELETE FROM compras_ventas WHERE id = ${doc}`, /not rewritten/],
  ['changing a payment', 'UPDATE compras_ventas_pagos SET monto = 1', /not rewritten/],
  ['deleting a payment', 'DELETE FROM compras_ventas_pagos', /not rewritten/],
  ['changing a declaration', "UPDATE compras_ventas SET declaracion = '{}'", /not rewritten/],
  [
    'a position above zero',
    "UPDATE cuentas_contables SET saldo = 1 WHERE codigo = 'posicion:USD'",
    /saldo_maximo/,
  ],
  [
    'cost below zero',
    "UPDATE cuentas_contables SET saldo = -1 WHERE codigo = 'contravalor:USD'",
    /saldo_minimo/,
  ],
  [
    'a sale dearer to buy than to sell',
    'UPDATE pares_divisas SET compra = venta + 0.001',
    /check constraint/,
  ],
  [
    'a price with decimals its pair has not',
    'UPDATE pares_divisas SET venta = venta + 0.0001',
    /check constraint/,
  ],
])('even the owner is refused %s', async (_, text, message) => {
  await expect(comoDueno(app.url, text)).rejects.toThrow(message)
})

test.each([
  ['change a payment', "UPDATE compras_ventas_pagos SET estado = 'verificado'"],
  ['write a document', "INSERT INTO compras_ventas (numero) VALUES ('x')"],
  ['write a rate', 'INSERT INTO tipos_cambios_historico (tasa) VALUES (1)'],
  ['end a rate', 'UPDATE tipos_cambios_historico SET vigencia = vigencia'],
  ['write a price', 'INSERT INTO pares_divisas_historico (compra) VALUES (1)'],
  ['write the audit', "INSERT INTO auditoria (accion, entidad) VALUES ('x', 'x')"],
  ['keep an answer', "INSERT INTO idempotencia SELECT 1, 'x', gen_random_uuid(), 'x'"],
  ['move a number back', 'UPDATE series SET ultimo = 1'],
  ['change the currency of an account', 'UPDATE cuentas SET moneda_id = moneda_id'],
  ['delete a client', 'DELETE FROM clientes'],
  ['delete a user', 'DELETE FROM usuarios'],
  ['delete a session', 'DELETE FROM sesiones'],
  ['store a file by itself', "INSERT INTO adjuntos (nombre, contenido) VALUES ('x', 'x')"],
  ['change a file', "UPDATE adjuntos SET nombre = 'x'"],
  ['delete a file', 'DELETE FROM adjuntos'],
  ['use a file by itself', "SELECT adjuntos_usar('{}', 1, 'x', 1, 1, 'x')"],
  ['write complete legs itself', "SELECT libro_asentar('{}')"],
  ['make a table', 'CREATE TABLE x (y int)'],
  ['make a function', 'CREATE FUNCTION x() RETURNS int LANGUAGE sql RETURN 1'],
  ['turn triggers off', 'SET session_replication_role = replica'],
])('the server’s own role may not %s', async (_, text) => {
  await expect(sql.raw(text).execute(app.db)).rejects.toThrow(/permission denied/)
})

test('periods of rates and prices do not overlap, and only one is in force', async () => {
  const tipo = `SELECT tipo_cambio_id, tasa, precision, metodo_calculo, origen FROM tipos_cambios_historico LIMIT 1`
  const rate = (range: string) =>
    comoDueno(
      app.url,
      `INSERT INTO tipos_cambios_historico (tipo_cambio_id, tasa, precision, metodo_calculo, origen, vigencia)
       SELECT t.*, ${range} FROM (${tipo}) t`,
    )
  await expect(
    rate("tstzrange(now() + interval '1 day', now() + interval '2 days')"),
  ).rejects.toThrow(/exclu/)
  const price = (range: string) =>
    comoDueno(
      app.url,
      `INSERT INTO pares_divisas_historico (par_id, compra, venta, vigencia) SELECT id, compra, venta, ${range} FROM pares_divisas`,
    )
  await price("tstzrange(now(), now() + interval '1 day')")
  await expect(price("tstzrange(now(), now() + interval '1 hour')")).rejects.toThrow(/exclu/)
  await expect(comoDueno(app.url, 'UPDATE pares_divisas_historico SET compra = 2')).rejects.toThrow(
    /not rewritten/,
  )
})

test('no document has a rate that was not in force at its instant', async () => {
  const copy = (more: string) =>
    comoDueno(
      app.url,
      `INSERT INTO compras_ventas (numero, clave, tipo, divisa_id, monto, contramoneda_id, contravalor, historico_id, tasa,
         precision, servicio, redondeo, ganancia, usuario_id, estado, asiento_id, fecha, metodo_calculo, tasa_mantenida)
       SELECT 'X', gen_random_uuid(), tipo, divisa_id, monto, contramoneda_id, contravalor, historico_id, tasa,
         precision, servicio, redondeo, ganancia, usuario_id, estado,
         (SELECT max(id) FROM asientos WHERE id NOT IN (SELECT asiento_id FROM compras_ventas)), ${more}
       FROM compras_ventas WHERE id = ${doc}`,
    )
  await expect(copy("fecha - interval '1 day', metodo_calculo, false")).rejects.toThrow(
    /not in force/,
  )
  await expect(copy("fecha, 'd', false")).rejects.toThrow(/not in force/)
})

test('a reference is used once by kind and account, until its operation is annulled', async () => {
  const body = compra('12.00', '42.24', {
    entregamos: [
      { tipo_pago_id: pagos.transferencia, cuenta_id: bcpPen, monto: '42.24', referencia: 'Op-9' },
    ],
  })
  expect((await adm.call(contrato.crear, { body })).status).toBe(201)
  const again = { ...body, confirmo_duplicado: true }
  again.entregamos = body.entregamos.map((pago) => ({ ...pago, referencia: 'OP-9' }))
  expect((await adm.call(contrato.crear, { body: again })).error.codigo).toBe('REFERENCIA_REPETIDA')
})
