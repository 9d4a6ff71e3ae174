import { afterAll, expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../test/jaula/azar.ts'
import { cuenta, montarCasa, PEN, USD } from '../../test/support/areas/casa.ts'
import { startTestApp } from '../../test/support/servidor/app.ts'
import { conectarDueno } from '../../test/support/servidor/dueno.ts'

/* A set of entries is locked once and written once: it leaves the same legs as its entries one by one (R-15). */

const app = await startTestApp()
const { adm, cuentas } = await montarCasa(app)
const { cajaPen, cajaUsd, cajaEur } = cuentas
const client = await conectarDueno(app.url)
afterAll(() => client.end())
const azar = azarDe(SEMILLA)
const [{ ganancia }] = (
  await client.query<{ ganancia: string }>(
    'SELECT ganancia_id AS ganancia FROM posiciones WHERE moneda_id = $1',
    [USD],
  )
).rows as [{ ganancia: string }]
const otra = await cuenta(app, adm, 'Caja soles 2', PEN, '9000.00')

type Linea = readonly [number, string]
interface Entrada {
  lineas: readonly Linea[]
  resultado: string | null
}

const cents = (most: number) => azar.entero(1, most * 100)
const text = (n: number) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`

/** A purchase, a sale, a swap or a move between two tills. */
function entrada(): Entrada {
  const monto = text(cents(200))
  const soles = text(cents(700))
  return azar.de<() => Entrada>([
    () => ({
      lineas: [
        [cajaUsd, monto],
        [cajaPen, `-${soles}`],
      ],
      resultado: null,
    }),
    () => ({
      lineas: [
        [cajaUsd, `-${monto}`],
        [cajaPen, soles],
      ],
      resultado: ganancia,
    }),
    () => ({
      lineas: [
        [cajaUsd, `-${monto}`],
        [cajaEur, soles],
      ],
      resultado: null,
    }),
    () => ({
      lineas: [
        [cajaPen, `-${monto}`],
        [otra, monto],
      ],
      resultado: null,
    }),
  ])()
}

const enSql = ({ lineas, resultado }: Entrada, n: number) =>
  `('prueba', ${n}, 'Prueba', ${adm.usuario_id}, NULL, ARRAY[${lineas
    .map(([id, importe]) => `(${id}, ${importe}, NULL, NULL)`)
    .join(', ')}]::libro_linea[], ${resultado ?? 'NULL'}, false)::libro_entrada`

/** Legs, balances and answers that these sets leave, in a transaction that is rolled back. */
async function dejan(sets: readonly string[][]) {
  await client.query('BEGIN')
  try {
    const answers = []
    for (const set of sets) {
      const { rows } = await client.query(
        `SELECT r - 'asiento_id' AS r FROM unnest(libro_asentar(ARRAY[${set.join(', ')}])) r`,
      )
      answers.push(...rows)
    }
    await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    const legs = await client.query(
      `SELECT a.origen_id, p.cuenta_id, p.moneda_id, p.importe, p.valor, p.saldo_despues FROM asientos a
       JOIN apuntes p ON p.asiento_id = a.id WHERE a.origen = 'prueba' ORDER BY p.id`,
    )
    const balances = await client.query('SELECT id, saldo FROM cuentas_contables ORDER BY id')
    return { answers, legs: legs.rows, balances: balances.rows }
  } finally {
    await client.query('ROLLBACK')
  }
}

test.each([2, 16])(
  `sets of %i leave what their entries leave one by one (seed ${SEMILLA})`,
  async (size) => {
    const entries = Array.from({ length: 48 }, entrada).map(enSql)
    const alone = await dejan(entries.map((each) => [each]))
    const sets = Array.from({ length: 48 / size }, (_, n) =>
      entries.slice(n * size, (n + 1) * size),
    )
    expect(alone.legs.length).toBeGreaterThan(96)
    expect(await dejan(sets)).toEqual(alone)
  },
)

test('an entry sees what the entries before it in its set have left', async () => {
  const salida = {
    lineas: [
      [cajaPen, '-9000.00'],
      [otra, '9000.00'],
    ] as const,
    resultado: null,
  }
  const vuelta = {
    lineas: [
      [otra, '-18000.00'],
      [cajaPen, '18000.00'],
    ] as const,
    resultado: null,
  }
  await expect(dejan([[vuelta, salida].map(enSql)])).rejects.toThrow('SALDO_INSUFICIENTE')
  expect((await dejan([[salida, vuelta].map(enSql)])).legs).toHaveLength(4)
})

test('one entry that is refused leaves nothing of its set', async () => {
  const buena = entrada()
  const mala = {
    lineas: [
      [cajaUsd, '-99999.00'],
      [cajaPen, '1.00'],
    ] as const,
    resultado: ganancia,
  }
  await expect(dejan([[buena, mala].map(enSql)])).rejects.toThrow('POSICION_INSUFICIENTE')
})
