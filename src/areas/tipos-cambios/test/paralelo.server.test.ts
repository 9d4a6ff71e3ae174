import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Azar, azarDe, SEMILLA } from '../../../../test/jaula/azar.ts'
import { Conexion } from '../../../../test/jaula/cliente.ts'
import { montarTasas } from '../../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, conectarDueno, esperaAlguien } from '../../../../test/support/servidor/dueno.ts'
import { ENSAYO } from '../../../../test/support/vitest/ensayo.ts'

/* twenty people change rates at once, fifty times, while others ask for quotes; over real connections. */

const RONDAS = Number(process.env.CAMBISTA_RONDAS ?? (ENSAYO ? 50 : 15))
const CAMBIOS = 20
const CONSULTAS = 10

const app = await startTestApp({ max: 30 })
const { adm, par, tipo } = await montarTasas(app)
// Nobody is asked for his password between two of a thousand changes.
await comoDueno(app.url, 'UPDATE pares_divisas SET alerta_pct = 50')
const address = new URL(await app.http.listen({ host: '127.0.0.1', port: 0 }))
const conexiones = Array.from(
  { length: CAMBIOS + CONSULTAS },
  () => new Conexion(() => Number(address.port)),
)

/** The corridors under test: two that share both pairs, one manual, one with a single pair. */
const CORREDORES = ['pe 2 1', 'co 4 1', 'pe 6 2', 'pe 2 3'] as const

async function pedir(n: number, method: string, path: string, body?: unknown) {
  const given = { method, path: `/api${path}`, token: adm.token, body, plazo: 30_000 }
  const answer = await conexiones[n]?.pedir(given)
  if (!answer) throw new Error(`${method} ${path}: no answer`)
  return answer
}

/** A random change of a random rate: typed, back to automatic, or moved by the prices of one or several pairs. */
function cambiar(n: number, azar: Azar) {
  const motivo = 'Cambio de mesa'
  const price = (base: number, spread: number) => {
    const compra = base + azar.entero(0, 200)
    const text = (cents: number) =>
      `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    return { compra: text(compra), venta: text(compra + spread) }
  }
  const bolivar = () => ({ ...price(19_800, 350), confirmar: true })
  const bulk = () => ({
    pares: [
      { id: par('usd 3 1'), ...bolivar() },
      { id: par('co 3 4'), ...price(387_000, 9_000), confirmar: true },
    ],
    motivo,
  })
  switch (azar.entero(0, 4)) {
    case 0: {
      const tasa = `5${azar.entero(0, 4)}.${azar.entero(100, 999)}`
      return pedir(n, 'PUT', `/tipos-cambios/tasa/${tipo('pe 2 1')}`, { tasa, motivo })
    }
    case 1: {
      const body = { id: tipo('pe 2 1'), tasa_manual: false, motivo }
      return pedir(n, 'POST', '/tipos-cambios/tasa-manual', body)
    }
    case 2: {
      const tasa = `4.0${azar.entero(10, 49)}`
      return pedir(n, 'PUT', `/tipos-cambios/tasa/${tipo('pe 6 2')}`, { tasa, motivo })
    }
    case 3:
      return pedir(n, 'PUT', `/pares-divisas/compra-venta/${par('usd 3 1')}`, bolivar())
    default:
      return pedir(n, 'POST', '/pares-divisas/compra-venta', bulk())
  }
}

interface Respondida {
  antes: number
  despues: number
  historico: number
}

async function consultar(n: number, azar: Azar): Promise<Respondida> {
  const path = `/tipos-cambios/divisas/${azar.de(CORREDORES).replaceAll(' ', '/')}`
  const antes = await instant()
  const { status, body } = await pedir(n, 'GET', path)
  expect(status).toBe(200)
  return { antes, despues: await instant(), historico: body.historicoTipoCambioId as number }
}

/** The present instant by the clock that dates rates, in microseconds. */
async function instant(): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    SELECT (extract(epoch FROM ahora()) * 1e6)::int8 AS now`.execute(app.db)
  return rows[0]?.now ?? 0
}

interface Fila {
  id: number
  tipo: number
  desde: number
  hasta: number | null
  /** All fields except the end. */
  resto: string
}

async function filas(): Promise<Fila[]> {
  const { rows } = await sql<Fila>`
    SELECT id, tipo_cambio_id AS tipo, (extract(epoch FROM lower(vigencia)) * 1e6)::int8 AS desde,
           (extract(epoch FROM upper(vigencia)) * 1e6)::int8 AS hasta,
           md5((to_jsonb(h) - 'vigencia')::text || lower(vigencia)) AS resto
    FROM tipos_cambios_historico h ORDER BY tipo_cambio_id, lower(vigencia)`.execute(app.db)
  return rows
}

test(`${RONDAS} rounds of ${CAMBIOS} changes at once: no overlap, no gap, no rewrite (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA)
  const ramas = conexiones.map(() => azar.rama())
  const respondidas: Respondida[] = []
  let before = await filas()
  let changes = 0
  for (let round = 0; round < RONDAS; round += 1) {
    const [answers, asked] = await Promise.all([
      Promise.all(ramas.slice(0, CAMBIOS).map((rama, n) => cambiar(n, rama))),
      Promise.all(ramas.slice(CAMBIOS).map((rama, n) => consultar(CAMBIOS + n, rama))),
    ])
    changes += answers.length
    respondidas.push(...asked)
    for (const { status, body } of answers)
      expect([status, body.message]).toEqual([200, body.message])
    const after = await filas()
    expectNothingRewritten(before, after)
    expectNoGap(after)
    before = after
  }
  // Enough rows must have been written for the test to mean something.
  expect(before.length).toBeGreaterThan(RONDAS * CAMBIOS * 0.5)
  const byId = new Map(before.map((row) => [row.id, row]))
  const wrong = respondidas.filter(({ antes, despues, historico }) => {
    const row = byId.get(historico)
    return !row || row.desde > despues || (row.hasta !== null && row.hasta < antes)
  })
  expect(wrong).toEqual([])
  expect([changes, respondidas.length]).toEqual([RONDAS * CAMBIOS, RONDAS * CONSULTAS])
})

test('a lookup during a change answers the rate in force at that instant', async () => {
  const other = await conectarDueno(app.url)
  await other.query('BEGIN')
  const p = { tasa: '4.055', precision: 3, metodo_calculo: 'm', origen: 'manual' }
  const { rows } = await other.query('SELECT tipos_cambios_publicar($1, $2, NULL)::int AS id', [
    tipo('pe 6 2'),
    JSON.stringify(p),
  ])
  const asked = pedir(0, 'GET', '/tipos-cambios/divisas/pe/6/2')
  await esperaAlguien(app.url)
  await other.query('COMMIT')
  await other.end()
  expect((await asked).body).toMatchObject({ tasa: '4.055', historicoTipoCambioId: rows[0]?.id })
})

/** Closed rows are equal to the byte; open rows have at most got their end. */
function expectNothingRewritten(before: readonly Fila[], after: readonly Fila[]): void {
  const now = new Map(after.map((row) => [row.id, row]))
  const wrong = before.filter((old) => {
    const row = now.get(old.id)
    if (!row || row.resto !== old.resto) return true
    return old.hasta !== null && row.hasta !== old.hasta
  })
  expect(wrong).toEqual([])
}

/** Each row begins in the microsecond in which the one before it ends; the last one is open. */
function expectNoGap(rows: readonly Fila[]): void {
  const wrong = rows.filter((row, i) => {
    const next = rows[i + 1]
    return next?.tipo === row.tipo ? row.hasta !== next.desde : row.hasta !== null
  })
  expect(wrong).toEqual([])
}
