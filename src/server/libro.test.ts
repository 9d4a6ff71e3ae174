import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { cuenta, EUR, montarCasa, PEN, saldos, USDT, VES } from '../../test/support/areas/casa.ts'
import { contabilizar, type Linea } from '../../test/support/asiento.ts'
import { startTestApp } from '../../test/support/servidor/app.ts'
import { verificar } from '../main.libros.ts'

const app = await startTestApp()
const { adm, cuentas } = await montarCasa(app)
const { db } = app
const usuario_id = adm.usuario_id
const usdt = await cuenta(app, adm, 'Binance USDT', USDT, '12500.00', '44375.00')
const banesco = await cuenta(app, adm, 'Banesco VES', VES, '800000.00', '14400.00')

/** Runs SQL as the owner, for what even a program with full rights must not do. */
async function asOwner(text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: app.url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

await sql`SELECT auditar(${JSON.stringify({ usuario_id })}::jsonb, 'prueba', 'prueba', '1', NULL, NULL)`.execute(
  db,
)

const id = async (codigo: string) =>
  (
    await db
      .selectFrom('cuentas_contables')
      .select('id')
      .where('codigo', '=', codigo)
      .executeTakeFirstOrThrow()
  ).id

const post = (lineas: Linea[], resultado_id?: number) =>
  contabilizar(db, {
    origen: 'cuentas',
    origen_id: cuentas.bcpPen,
    glosa: 'Prueba',
    usuario_id,
    lineas,
    ...(resultado_id && { resultado_id }),
  })

test('own conversion USDT → VES carries its cost, and a remittance payout realises its gain', async () => {
  await post([
    { cuenta_id: usdt, importe: '-2000.00' },
    { cuenta_id: banesco, importe: '412000.00' },
  ])
  expect(await saldos(app)).toMatchObject({
    'posicion:USDT': '-10500.00',
    'contravalor:USDT': '37275.00',
    'posicion:VES': '-1212000.00',
    'contravalor:VES': '21500.00',
  })
  const porPagar = await sql<{
    id: number
  }>`SELECT libro_cuenta('ordenes-por-pagar', 'Órdenes por pagar', 'pasivo', ${PEN}) AS id`.execute(
    db,
  )
  const orden = porPagar.rows[0]?.id as number
  await post([
    { cuenta_id: cuentas.bcpPen, importe: '500.00' },
    { cuenta_id: orden, importe: '-500.00' },
  ])
  const paid = await post(
    [
      { cuenta_id: orden, importe: '500.00' },
      { cuenta_id: banesco, importe: '-26206.00' },
    ],
    await id('ganancia:VES'),
  )
  expect([paid.costos[VES], paid.resultado]).toEqual(['464.88', '35.12'])
})

test('the last unit carries all the remaining cost', async () => {
  await post(
    [
      { cuenta_id: cuentas.cajaEur, importe: '-1000.01' },
      { cuenta_id: cuentas.cajaPen, importe: '4040.04' },
    ],
    await id('ganancia:EUR'),
  )
  const rest = (await saldos(app))['contravalor:EUR'] as string
  const last = await post(
    [
      { cuenta_id: cuentas.cajaEur, importe: '-849.99' },
      { cuenta_id: cuentas.cajaPen, importe: '3500.00' },
    ],
    await id('ganancia:EUR'),
  )
  expect(last.costos[EUR]).toBe(rest)
  expect(await saldos(app)).not.toHaveProperty('contravalor:EUR')
})

test.each<[string, Linea[], RegExp]>([
  [
    'an entry that does not balance',
    [
      { cuenta_id: 0, importe: '5' },
      { cuenta_id: -1, importe: '-4' },
    ],
    /lacks/,
  ],
  [
    'more decimals than the currency has',
    [
      { cuenta_id: 0, importe: '0.001' },
      { cuenta_id: -1, importe: '-0.001' },
    ],
    /decimals/,
  ],
  [
    'NaN',
    [
      { cuenta_id: 0, importe: 'NaN' },
      { cuenta_id: -1, importe: 'NaN' },
    ],
    /./,
  ],
  [
    'a leg of nothing',
    [
      { cuenta_id: 0, importe: '0' },
      { cuenta_id: -1, importe: '0' },
    ],
    /check/,
  ],
  [
    'more than the account has',
    [
      { cuenta_id: 0, importe: '-999999.00' },
      { cuenta_id: -1, importe: '999999.00' },
    ],
    /SALDO_INSUFICIENTE/,
  ],
])('refuses %s and changes nothing', async (_, template, message) => {
  const before = await saldos(app)
  const lineas = template.map((l) => ({
    ...l,
    cuenta_id: l.cuenta_id === 0 ? cuentas.cajaPen : cuentas.bcpPen,
  }))
  await expect(post(lineas)).rejects.toThrow(message)
  expect(await saldos(app)).toEqual(before)
})

const seal =
  'INSERT INTO apuntes (asiento_id, cuenta_id, moneda_id, importe, valor, saldo_despues) SELECT asiento_id, cuenta_id, moneda_id, importe, valor, saldo_despues FROM apuntes WHERE asiento_id = 1'

test.each([
  ['rewriting a leg', 'UPDATE apuntes SET importe = importe + 1', /not allowed/],
  ['deleting a leg', 'DELETE FROM apuntes', /not allowed/],
  ['truncating the legs', 'TRUNCATE apuntes CASCADE', /not allowed/],
  ['rewriting an entry', "UPDATE asientos SET glosa = 'otra'", /not allowed/],
  ['deleting an entry', 'DELETE FROM asientos', /not allowed/],
  ['adding a leg to a sealed entry', seal, /sealed/],
  [
    'an entry without legs',
    `INSERT INTO asientos (fecha, origen, origen_id, glosa, usuario_id) VALUES (now(), 'x', 1, 'x', ${usuario_id})`,
    /does not balance/,
  ],
  [
    'a reversal that is not the exact negative',
    `WITH a AS (INSERT INTO asientos (fecha, origen, origen_id, glosa, usuario_id, anula_a) VALUES (now(), 'x', 1, 'x', ${usuario_id}, 1) RETURNING id) INSERT INTO apuntes (asiento_id, cuenta_id, moneda_id, importe, valor, saldo_despues) SELECT a.id, p.cuenta_id, p.moneda_id, p.importe, p.valor, 0 FROM a, apuntes p WHERE p.asiento_id = 1`,
    /not an exact reversal/,
  ],
  [
    'a balance below its floor',
    `UPDATE cuentas_contables SET saldo = -1 WHERE id = ${cuentas.cajaPen}`,
    /saldo_minimo/,
  ],
  ['rewriting the audit', "UPDATE auditoria SET accion = 'x'", /not allowed/],
  ['deleting the audit', 'DELETE FROM auditoria', /not allowed/],
])('even the owner is refused %s', async (_, text, message) => {
  await expect(asOwner(text)).rejects.toThrow(message)
})

test.each([
  ['write a leg', seal],
  [
    'write an entry',
    `INSERT INTO asientos (fecha, origen, origen_id, glosa, usuario_id) VALUES (now(), 'x', 1, 'x', ${usuario_id})`,
  ],
  ['set a balance', 'UPDATE cuentas_contables SET saldo = 0'],
  ['close a day', "INSERT INTO cierres (fecha) VALUES ('2025-11-20')"],
  ['open a day', 'DELETE FROM cierres'],
  ['let a till accept', 'UPDATE cuentas_contables SET bloqueo = NULL'],
  ['approve a turn', "UPDATE turnos SET estado = 'aprobado'"],
  ['write a count', 'INSERT INTO conteos DEFAULT VALUES'],
  ['write through the inner function', "SELECT libro_asentar('{}')"],
  ['change a document', "UPDATE compras_ventas SET estado = 'anulada'"],
  ['set a price without history', 'UPDATE pares_divisas SET compra = 1'],
  ['forge an answer to repeat', 'UPDATE idempotencia SET respuesta = NULL'],
  ['disable triggers', 'ALTER TABLE apuntes DISABLE TRIGGER ALL'],
])('the server’s own role may not %s', async (_, text) => {
  await expect(sql.raw(text).execute(db)).rejects.toThrow(/permission denied|must be owner/)
})

test('a closed day accepts nothing', async () => {
  app.setClock('2025-11-20T15:00:00Z')
  await asOwner("INSERT INTO cierres (fecha) VALUES ('2025-11-20')")
  const transfer = [
    { cuenta_id: cuentas.cajaPen, importe: '-1.00' },
    { cuenta_id: cuentas.bcpPen, importe: '1.00' },
  ]
  await expect(post(transfer)).rejects.toThrow('DIA_CERRADO')
  // 04:59 UTC of the 21st is still the 20th in Lima; 05:00 is not.
  app.setClock('2025-11-21T04:59:59Z')
  await expect(post(transfer)).rejects.toThrow('DIA_CERRADO')
  app.setClock('2025-11-21T05:00:00Z')
  await post(transfer)
  app.setClock(null)
})

test('a deferred rule that fails at commit reaches the caller of a single statement', async () => {
  const text = `INSERT INTO asientos (fecha, origen, origen_id, glosa, usuario_id) VALUES (now(), 'x', 1, 'x', ${usuario_id})`
  await expect(asOwner(text)).rejects.toThrow('does not balance')
})

test('verificar finds nothing, and finds a balance that was moved by hand', async () => {
  expect((await verificar(db)).diferencia).toBeNull()
  await asOwner(`UPDATE cuentas_contables SET saldo = saldo + 0.01 WHERE id = ${cuentas.cajaUsd}`)
  expect((await verificar(db)).diferencia).toMatchObject({
    regla: expect.stringContaining('suma de sus apuntes'),
  })
  await asOwner(`UPDATE cuentas_contables SET saldo = saldo - 0.01 WHERE id = ${cuentas.cajaUsd}`)
})
