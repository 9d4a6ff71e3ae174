import { expect, test } from 'vitest'
import { montarCasa, PEN } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, unaConexion } from '../../../../test/support/servidor/dueno.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const MUCHAS = 5_000

await comoDueno(
  app.url,
  `WITH k AS (INSERT INTO cuentas_contables (codigo, nombre, clase, moneda_id, minimo)
     SELECT 'caja:' || n, 'Caja ' || n, 'activo', ${PEN}, 0 FROM generate_series(1, ${MUCHAS}) n RETURNING id, nombre)
   INSERT INTO cuentas (id, nombre, tipo, moneda_id, pais, titular, responsable_id)
   SELECT id, nombre, 'caja', ${PEN}, 'pe', 'Casa', ${casa.adm.usuario_id} FROM k`,
)

// No ANALYZE: PostgreSQL has no statistics of them yet, as in a house whose tills are being made.

/** Rows of accounts that this transaction has read so far. */
const LEIDAS = `SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS n
  FROM pg_stat_xact_user_tables WHERE relname = 'cuentas'`

test('an operation reads the accounts of its payments, however many the house has', async () => {
  const pago = (cuenta_id: number) => [
    { tipo_pago_id: casa.pagos.efectivo, cuenta_id, monto: '10.00' },
  ]
  const p = { recibimos: pago(casa.cuentas.cajaUsd), entregamos: pago(casa.cuentas.cajaPen) }
  const pool = unaConexion(app.url)
  const client = await pool.connect()
  try {
    // As the server's connections are set.
    await client.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL jit = off')
    const before = Number((await client.query(LEIDAS)).rows[0].n)
    const { rows } = await client.query('SELECT cardinality(pagos_leer($1, $2)) AS n', [
      { usuario_id: casa.adm.usuario_id },
      p,
    ])
    expect(rows[0].n).toBe(2)
    expect(Number((await client.query(LEIDAS)).rows[0].n) - before).toBeLessThan(20)
  } finally {
    client.release(true)
    await pool.end()
  }
})

test('whoever sees one branch reads a leg without going through the accounts of all others (R-260)', async () => {
  const pool = unaConexion(app.url)
  const client = await pool.connect()
  try {
    await client.query(
      `BEGIN; SET LOCAL ROLE cambista_sucursal; SET LOCAL cambista.sucursales = '1'`,
    )
    for (const [tabla, columna] of [
      ['apuntes', 'cuenta_id'],
      ['cuentas_contables', 'id'],
    ]) {
      const { rows } = await client.query(`EXPLAIN SELECT ${columna} FROM ${tabla}`)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/NOT .*hashed SubPlan/)
    }
  } finally {
    client.release(true)
    await pool.end()
  }
})
