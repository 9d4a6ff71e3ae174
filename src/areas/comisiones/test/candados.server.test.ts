import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cuenta, montarCasa, PEN, saldos } from '../../../../test/support/areas/casa.ts'
import { conMargen, conRegla } from '../../../../test/support/areas/comisiones.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { contabilizar } from '../../../../test/support/asiento.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, esperaAlguien, retener } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import { contrato, type Fila } from '../contract.ts'

const app = await startTestApp({ max: 16 })
const casa = await montarCasa(app)
await conMargen(app, casa)
const { adm, cuentas, pagos } = casa
const { venta } = mostrador(casa)
await comoDueno(app.url, "UPDATE ajustes SET valor = '10000000' WHERE clave LIKE 'umbral_%'")
await comoDueno(app.url, 'UPDATE clientes SET agente_id = $1 WHERE id = $2', [
  casa.clientes.bloqueado,
  casa.clientes.ana,
])
const [today] = await comoDueno<{ dia: string }>(
  app.url,
  "SELECT to_char(fecha_negocio(ahora()), 'YYYY-MM-DD') AS dia",
)
const desde = today?.dia
await conRegla(adm, { desde, valor: '50' })
await conRegla(adm, { desde, rol: 'agente', base: 'monto', valor: '0.5' })

const deadlocks = async () =>
  (
    await comoDueno<{ n: string }>(
      app.url,
      'SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()',
    )
  )[0]?.n

/** Closes the application's connections and waits until they are gone. */
async function cortar(): Promise<void> {
  const suyas =
    "FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'cambista'"
  await comoDueno(app.url, `SELECT pg_terminate_backend(pid) ${suyas}`)
  await expect.poll(() => comoDueno(app.url, `SELECT pid ${suyas}`)).toEqual([])
}

const otra = { confirmo_duplicado: true }
const vender = () => adm.call(comprasVentas.crear, { body: venta('10.00', '35.60', otra) })
const anular = (id: number) =>
  adm.call(comprasVentas.anular, { params: { id }, body: { motivo: 'Error de digitación' } })
const liquidar = (ids: number[]) => adm.call(contrato.liquidar, { body: { ids } })
const todas = async (): Promise<Fila[]> =>
  (await adm.call(contrato.listar, { query: { limite: 200 } })).body.items
/** The pending commissions of creators. */
const esperan = async () =>
  (await todas()).filter((f) => f.estado === 'devengada' && f.rol === 'creador')

/** Creates new pending commissions with as many sales; settles the earlier ones first. */
async function nuevas(n: number): Promise<number[]> {
  const old = await esperan()
  if (old.length > 0) expect((await liquidar(old.map(({ id }) => id))).status).toBe(201)
  await Promise.all(Array.from({ length: n }, vender))
  return (await esperan()).map(({ id }) => id)
}

/** An expense as other areas post it: with an expense account that is newer than the commission accounts. */
const gasto = (cuenta_id: number) =>
  app.db.transaction().execute((tx) =>
    contabilizar(tx, {
      ...{ origen: 'cuentas', origen_id: cuenta_id, glosa: 'Gasto', usuario_id: adm.usuario_id },
      lineas: [
        { cuenta_id, importe: '-1.00' },
        { cuenta_id: 9_000_000_000_000_001, importe: '1.00' },
      ],
    }),
  )

test('50 concurrent operations with annulments, payments and expenses: no deadlock, every commission once', async () => {
  const young = await cuenta(app, adm, 'Banco nuevo', PEN, '5000.00', undefined, 'banco')
  const first = await Promise.all(Array.from({ length: 12 }, vender))
  const rows = await esperan()
  const settled = await Promise.all(
    [0, 1, 2].map((i) => liquidar(rows.slice(i * 2, i * 2 + 2).map(({ id }) => id))),
  )
  expect(settled.map(({ status }) => status)).toEqual([201, 201, 201])
  // Annulled while they are paid: some with settled commissions, some without.
  const gone = [...first.slice(0, 4), ...first.slice(8)].map(({ body }) => body.id)
  const yape = (cuenta_id: number) => [{ tipo_pago_id: pagos.yape, cuenta_id, monto: '35.60' }]
  const waiting = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const made = await adm.call(comprasVentas.crear, {
        body: venta('10.00', '35.60', { ...otra, recibimos: yape(young) }),
      })
      const { body } = await adm.call(comprasVentas.obtener, { params: { id: made.body.id } })
      return {
        id: made.body.id,
        pago_id: body.pagos.find((p) => p.estado === 'por_verificar')?.id ?? 0,
      }
    }),
  )
  const before = await deadlocks()
  const all = await Promise.all([
    ...Array.from({ length: 50 }, vender),
    ...gone.map(anular),
    ...settled.map(({ body }) =>
      adm.call(contrato.pagar, { params: { id: body.id }, body: { cuenta_id: young } }),
    ),
    ...waiting.map(({ id, pago_id }) =>
      adm.call(comprasVentas.verificar, { params: { id }, body: { pago_id } }),
    ),
    ...Array.from({ length: 6 }, () => gasto(young).then(() => ({ status: 200 }))),
  ])
  expect(all.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
  // A connection reports its statistics to the server when it closes.
  await cortar()
  expect(await deadlocks()).toBe(before)
  const per = await comoDueno<{ n: number; veces: number }>(
    app.url,
    `SELECT t.n::int, count(*)::int AS veces FROM (
       SELECT (SELECT count(*) FROM comisiones c WHERE c.origen_id = o.id AND c.contra_de IS NULL) AS n
       FROM compras_ventas o) t GROUP BY 1`,
  )
  expect(per).toEqual([{ n: 2, veces: 68 }])
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('of two concurrent settlements of the same rows one takes them', async () => {
  const ids = await nuevas(3)
  const both = await Promise.all([liquidar(ids), liquidar(ids.toReversed()), liquidar(ids)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const settlement = both.find(({ status }) => status === 201)?.body.id ?? 0
  const before = (await saldos(app))['cuenta:Caja soles']
  const paid = await Promise.all(
    Array.from({ length: 4 }, () =>
      adm.call(contrato.pagar, {
        params: { id: settlement },
        body: { cuenta_id: cuentas.cajaPen },
      }),
    ),
  )
  expect(paid.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect((await saldos(app))['cuenta:Caja soles']).not.toBe(before)
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('a payment locks its account before the commissions that it pays', async () => {
  const [id = 0] = await nuevas(1)
  const { body } = await liquidar([id])
  const till = await retener(app.url, cuentas.cajaPen)
  const pending = adm.call(contrato.pagar, {
    params: { id: body.id },
    body: { cuenta_id: cuentas.cajaPen },
  })
  await esperaAlguien(app.url)
  const took = await till.client
    .query('SELECT FROM comisiones WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [id])
    .then(
      () => 'free',
      ({ code }) => code,
    )
  await till.soltar()
  expect([took, (await pending).status]).toEqual(['free', 200])
})

test('an accrual locks the commission accounts after all other locks of its operation', async () => {
  const [gastos, porPagar] = [9_000_000_000_000_001, 9_000_000_000_000_003]
  const held = await retener(app.url, gastos)
  const pending = vender()
  await esperaAlguien(app.url)
  const took = async (text: string, value: unknown) => {
    await held.client.query('SAVEPOINT one')
    return held.client.query(text, [value]).then(
      () => 'free',
      async ({ code }) => {
        await held.client.query('ROLLBACK TO one')
        return code
      },
    )
  }
  const account = 'SELECT FROM cuentas_contables WHERE id = $1 FOR NO KEY UPDATE NOWAIT'
  const series = 'SELECT FROM series WHERE serie = $1 FOR NO KEY UPDATE NOWAIT'
  expect(await took(account, porPagar)).toBe('free')
  expect(await took(account, cuentas.cajaPen)).toBe('55P03')
  expect(await took(series, 'CV')).toBe('55P03')
  await held.soltar()
  expect((await pending).status).toBe(201)
})

test('the commission accounts come last in the lock order', async () => {
  const last = await comoDueno<{ codigo: string }>(
    app.url,
    'SELECT codigo FROM cuentas_contables ORDER BY id DESC LIMIT 3',
  )
  expect(last.map(({ codigo }) => codigo)).toEqual([
    'comisiones-por-pagar',
    'comisiones-por-recuperar',
    'gasto:comisiones',
  ])
})

test.each([
  ['deleted', 'DELETE FROM comisiones', /not rewritten/],
  ['truncated', 'TRUNCATE comisiones CASCADE', /TRUNCATE is not allowed/],
  ['given another amount', 'UPDATE comisiones SET comision = comision + 1', /not rewritten/],
  ['given to another', 'UPDATE comisiones SET usuario_id = usuario_id + 1', /not rewritten/],
  [
    'paid without a settlement',
    "UPDATE comisiones SET estado = 'pagada' WHERE estado = 'devengada'",
    /not rewritten|comisiones_liquidada/,
  ],
  [
    'settled without a settlement',
    "UPDATE comisiones SET estado = 'liquidada' WHERE estado = 'devengada'",
    /comisiones_liquidada/,
  ],
  [
    'unpaid again',
    "UPDATE comisiones SET estado = 'devengada', liquidacion_id = NULL WHERE estado = 'pagada'",
    /not rewritten/,
  ],
  [
    'moved to another settlement',
    "UPDATE comisiones SET liquidacion_id = liquidacion_id + 1 WHERE estado = 'pagada'",
    /not rewritten/,
  ],
  [
    'no longer reversed',
    'UPDATE comisiones SET revertida = false WHERE revertida',
    /UPDATE is not allowed/,
  ],
  [
    'accrued twice',
    `INSERT INTO comisiones (fecha, origen, origen_id, numero, tipo, de_id, a_id, moneda_id, monto, tasa, precision, rol,
       usuario_id, regla_id, regla, base, comision)
     SELECT fecha, origen, origen_id, numero, tipo, de_id, a_id, moneda_id, monto, tasa, precision, rol, usuario_id,
       regla_id, regla, base, 0 FROM comisiones WHERE NOT revertida AND rol = 'creador' AND contra_de IS NULL LIMIT 1`,
    /comisiones_una/,
  ],
  [
    'negative without a reversed one',
    `INSERT INTO comisiones (fecha, origen, origen_id, numero, tipo, de_id, a_id, moneda_id, monto, tasa, precision, rol,
       usuario_id, regla_id, regla, base, comision, asiento_id)
     SELECT fecha, origen, -1, numero, tipo, de_id, a_id, moneda_id, monto, tasa, precision, rol, usuario_id,
       regla_id, regla, base, -1, 1 FROM comisiones WHERE rol = 'creador' LIMIT 1`,
    /comisiones_negativa/,
  ],
  [
    'payable without an entry',
    `INSERT INTO comisiones (fecha, origen, origen_id, numero, tipo, de_id, a_id, moneda_id, monto, tasa, precision, rol,
       usuario_id, regla_id, regla, base, comision)
     SELECT fecha, origen, -1, numero, tipo, de_id, a_id, moneda_id, monto, tasa, precision, rol, usuario_id,
       regla_id, regla, base, 1 FROM comisiones WHERE rol = 'creador' LIMIT 1`,
    /comisiones_asiento/,
  ],
])('the owner of the database is refused a commission that is %s', async (_, text, why) => {
  await expect(comoDueno(app.url, text)).rejects.toThrow(why)
})

test.each([
  ['deleted', 'DELETE FROM comisiones_liquidaciones', /not rewritten/],
  ['truncated', 'TRUNCATE comisiones_liquidaciones CASCADE', /TRUNCATE is not allowed/],
  ['given another total', 'UPDATE comisiones_liquidaciones SET total = total + 1', /not rewritten/],
  [
    'paid without an entry',
    "UPDATE comisiones_liquidaciones SET estado = 'pagada' WHERE estado = 'liquidada'",
    /check/,
  ],
  [
    'open again once paid',
    "UPDATE comisiones_liquidaciones SET estado = 'liquidada' WHERE estado = 'pagada'",
    /not rewritten/,
  ],
])('the owner of the database is refused a settlement that is %s', async (_, text, why) => {
  await liquidar(await nuevas(1))
  await expect(comoDueno(app.url, text)).rejects.toThrow(why)
})

test('the application role cannot accrue, nor write rows except through the functions', async () => {
  const { rows } = await sql<{ puede: boolean[] }>`
    SELECT ARRAY[has_function_privilege('cambista_app', 'comisiones_devengar(comision_operacion[])', 'EXECUTE'),
                 has_function_privilege('cambista_app', 'comisiones_revertir(text,bigint,integer)', 'EXECUTE'),
                 has_table_privilege('cambista_app', 'comisiones', 'INSERT'),
                 has_any_column_privilege('cambista_app', 'comisiones', 'UPDATE'),
                 has_table_privilege('cambista_app', 'comisiones_reglas', 'INSERT'),
                 has_any_column_privilege('cambista_app', 'comisiones_liquidaciones', 'UPDATE')] AS puede`.execute(
    app.db,
  )
  expect(rows[0]?.puede).toEqual([false, false, false, false, false, false])
})
