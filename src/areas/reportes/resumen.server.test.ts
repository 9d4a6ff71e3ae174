import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { montarCasa, USD } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import {
  comoDueno,
  conectarDueno,
  esperaAlguien,
  sesionesSinFin,
} from '../../../test/support/servidor/dueno.ts'
import type { Endpoint } from '../../core/contract.ts'
import { verificar } from '../../main.libros.ts'
import type { Entorno } from '../../server/aportes.ts'
import { contrato as compras } from '../compras-ventas/contract.ts'
import { aportes as libro } from '../libro/aportes.ts'
import { aportes } from './aportes.ts'
import { contrato } from './contract.ts'
import { PASADA, summarize } from './queries.ts'

/* reports answer the same whatever is kept of the days that are over. R-207: what an import left is summed portion
 * after portion, not a portion every ten minutes. */

const app = await startTestApp()
const DIAS = PASADA + 5
const dia = (n: number) => new Date(Date.UTC(2032, 0, 1 + n, 15)).toISOString()
app.setClock(dia(0))
const casa = await montarCasa(app)
await sesionesSinFin(app.url)
let primera = 0
for (let n = 0; n < DIAS; n += 1) {
  app.setClock(dia(n))
  const body = mostrador(casa).compra('10.00', '35.20', { confirmo_duplicado: true })
  const answer = await casa.adm.call(compras.crear, { body })
  expect(answer.status).toBe(201)
  if (n === 0) primera = answer.body.id
}
app.setClock(dia(DIAS))

const day = (n: number) => dia(n).slice(0, 10)
const RANGOS = [
  { desde: day(0), hasta: day(DIAS) },
  { desde: day(3), hasta: day(6) },
]
const FILTROS: Record<string, string>[] = [
  {},
  { hora: '10' },
  { tipo: 'compra' },
  { sucursal_id: '0' },
]
const POR = ['moneda', 'corredor', 'cajero', 'sucursal', 'tipo', 'hora', 'dia'] as const

/** Every answer of the reports that read what is kept. */
async function todo(): Promise<unknown[]> {
  const { adm } = casa
  const answers: unknown[] = []
  const ask = async (endpoint: Endpoint, query: Record<string, string | number>) => {
    const { status, body } = await adm.call(endpoint, { query })
    expect([status, endpoint.path, query]).toEqual([200, endpoint.path, query])
    answers.push(body)
  }
  for (const days of RANGOS) {
    for (const filter of FILTROS) {
      for (const por of POR) {
        await ask(contrato.ganancia, { ...days, ...filter, por })
        await ask(contrato.volumen, { ...days, ...filter, por })
      }
      await ask(contrato.movimientosGanancia, { ...days, ...filter })
      await ask(contrato.documentosVolumen, { ...days, ...filter })
    }
    await ask(contrato.posicion, days)
    await ask(contrato.posicion, { ...days, moneda_id: USD })
  }
  return answers
}
const nothing = await todo()

const sinNada = () =>
  comoDueno(
    app.url,
    `SET session_replication_role = replica; DELETE FROM reportes_resumen; DELETE FROM reportes_diario;
     DELETE FROM reportes_posicion; DELETE FROM reportes_dias`,
  )

const kept = async (table: string) =>
  Number(
    (await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(app.db))
      .rows[0]?.n,
  )

const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of stops) await stop()
})

test.each([
  ['the days of reports', aportes.trabajos?.reportes, 'reportes_dias'],
  ['the days of the ledger', libro.trabajos?.libro, 'libro_dias'],
] as const)('%s of more than one portion are all kept in one go', async (_, job, table) => {
  const errors: unknown[] = []
  const { db } = app
  if (job) stops.push(job.empieza({ db } as Entorno, (error) => errors.push(error)))
  // The next round of the job is ten minutes away, longer than any test waits.
  await expect.poll(() => kept(table)).toBe(DIAS)
  expect(errors).toEqual([])
})

test('with every day kept the answers are those of the books', async () => {
  expect(nothing.length).toBeGreaterThan(80)
  expect(await todo()).toEqual(nothing)
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('operations and annulments that a clock set back dates into a kept day are in every report at once', async () => {
  app.setClock(dia(4))
  const { adm } = casa
  const body = mostrador(casa).venta('20.00', '71.20', { confirmo_duplicado: true })
  expect((await adm.call(compras.crear, { body })).status).toBe(201)
  const motivo = { motivo: 'Se arrepintió' }
  expect((await adm.call(compras.anular, { params: { id: primera }, body: motivo })).status).toBe(
    200,
  )
  app.setClock(dia(DIAS))
  const after = await todo()
  expect(after).not.toEqual(nothing)
  expect((await verificar(app.db)).diferencia).toBeNull()
  await sinNada()
  expect(await todo()).toEqual(after)
})

test('what is dated into a day between two of its sums makes the day void', async () => {
  await sinNada()
  const other = await conectarDueno(app.url)
  await other.query('BEGIN; LOCK TABLE reportes_posicion IN SHARE MODE')
  const keeping = summarize(app.db)
  await esperaAlguien(app.url)
  // The latest day is kept first.
  app.setClock(dia(DIAS - 1))
  const body = mostrador(casa).venta('30.00', '106.80', { confirmo_duplicado: true })
  expect((await casa.adm.call(compras.crear, { body })).status).toBe(201)
  app.setClock(dia(DIAS))
  await other.query('COMMIT')
  await other.end()
  expect(await keeping).toBeGreaterThan(0)
  const after = await todo()
  await sinNada()
  expect(await todo()).toEqual(after)
})

test('two processes keep each day once, and one that is killed leaves nothing by halves', async () => {
  const before = await todo()
  const halves = sql`SELECT reportes_resumir(3), pg_terminate_backend(pg_backend_pid())`
  await halves.execute(app.db).catch(() => undefined)
  expect(await kept('reportes_dias')).toBe(0)
  const [one, two] = await Promise.all([summarize(app.db), summarize(app.db)])
  expect(one + two).toBe(await kept('reportes_dias'))
  while ((await summarize(app.db)) > 0);
  expect(await kept('reportes_dias')).toBe(DIAS)
  expect(await todo()).toEqual(before)
})

test.each(['operaciones', 'monto', 'usd', 'ganancia', 'anulaciones'])(
  'a day without its hours says what its hours add up to: %s',
  async (column) => {
    const tamper = (sign: string) =>
      comoDueno(
        app.url,
        `SET session_replication_role = replica; UPDATE reportes_diario SET ${column} = ${column} ${sign} 1
         WHERE fecha = '${day(5)}'`,
      )
    const regla = 'Lo guardado de cada día sin sus horas es lo que suman sus horas'
    const [, consulta = ''] = aportes.verifica?.find(([one]) => one === regla) ?? []
    const found = () => comoDueno<{ detalle: string }>(app.url, consulta)
    expect(await found()).toEqual([])
    await tamper('+')
    expect(await found()).toEqual([{ detalle: day(5) }])
    await tamper('-')
  },
)

test.each(['comprado', 'vendido', 'costo'])(
  'a day’s position is that of the ledger’s accounts: %s',
  async (column) => {
    const where = `WHERE fecha = '${day(5)}' AND moneda_id = ${USD}`
    const tamper = (sign: string) =>
      comoDueno(
        app.url,
        `SET session_replication_role = replica; UPDATE reportes_posicion SET ${column} = ${column} ${sign} 1 ${where}`,
      )
    const regla = 'La posición guardada de cada día es la de las cuentas del libro'
    const [, consulta = ''] = aportes.verifica?.find(([one]) => one === regla) ?? []
    const found = () => comoDueno<{ detalle: string }>(app.url, consulta)
    expect(await found()).toEqual([])
    await tamper('+')
    expect(await found()).toEqual([{ detalle: `${day(5)}, moneda ${USD}` }])
    await tamper('-')
  },
)

test.each(['reportes_dias', 'reportes_resumen', 'reportes_diario', 'reportes_posicion'])(
  '%s is never rewritten',
  async (table) => {
    for (const text of [
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
      `UPDATE ${table} SET fecha = fecha`,
    ])
      await expect(comoDueno(app.url, text)).rejects.toThrow('is not allowed')
  },
)
