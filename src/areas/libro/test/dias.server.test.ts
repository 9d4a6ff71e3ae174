import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa, PEN } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { type Answer, startTestApp } from '../../../../test/support/servidor/app.ts'
import {
  comoDueno,
  conectarDueno,
  esperaAlguien,
  sesionesSinFin,
} from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato as cuentas } from '../../cuentas/contract.ts'
import { contrato } from '../contract.ts'
import { keepDays } from '../queries.ts'

/* lists, sums and searches answer the same whatever is kept of the days that are over. */

const app = await startTestApp()
const dia = (n: number) => `2032-01-${String(n).padStart(2, '0')}`
const a = (n: number, hora = '15:00') => app.setClock(`${dia(n)}T${hora}:00Z`)
a(1)
const casa = await montarCasa(app)
const { adm } = casa
const { venta, compra } = mostrador(casa)
const { cajaUsd } = casa.cuentas

/** Tens of dollars, sold at 3.56 or bought at 3.52. */
const registrar = async (tipo: 'venta' | 'compra', decenas: number) => {
  const soles = String(decenas * (tipo === 'venta' ? 356 : 352))
  const amount = `${soles.slice(0, -1)}.${soles.slice(-1)}0`
  const of = tipo === 'venta' ? venta : compra
  const body = of(`${decenas * 10}.00`, amount, { confirmo_duplicado: true })
  const answer = await adm.call(compras.crear, { body })
  expect([answer.status, answer.error.message]).toEqual([201, answer.error.message])
  return answer.body
}
await sesionesSinFin(app.url)
const hechas: { id: number; numero: string }[] = []
for (let n = 2; n <= 8; n += 1) {
  a(n)
  hechas.push(await registrar('venta', n))
  hechas.push(await registrar('compra', n * 10))
}
a(9)
hechas.push(await registrar('venta', 7))
await adm.call(compras.anular, {
  params: { id: hechas[3]?.id as number },
  body: { motivo: 'Se arrepintió' },
})

const RANGOS: Record<string, string>[] = [
  {},
  { desde: dia(3) },
  { hasta: dia(5) },
  { desde: dia(3), hasta: dia(5) },
  { desde: dia(4), hasta: dia(4) },
  { desde: dia(20) },
]
/** Words, a part of one with an accent, and what has digits, dots or commas: an amount, a number, an entry. */
const BUSCAN = [
  undefined,
  'venta',
  'Vénta usd',
  ' ',
  '%',
  '30.00',
  ',',
  '1',
  'zzyzx',
  hechas[5]?.numero as string,
]

/** A journal of these days as a file, whose balances it opens with; `ultimo` is told with them. */
async function exportado({ desde, hasta }: Record<string, string>): Promise<unknown> {
  const body = { formato: 'hledger', desde: desde ?? null, hasta: hasta ?? null } as const
  const start = await adm.call(contrato.exportar, { body })
  expect(start.status).toBe(200)
  const { ultimo } = start.body
  if (ultimo === null) return start.body
  const query = {
    formato: body.formato,
    despues: '0',
    ultimo: String(ultimo),
    ...(desde && { desde }),
    ...(hasta && { hasta }),
  }
  const rest = await adm.call(contrato.asientos, { query })
  expect(rest.status).toBe(200)
  return [start.body, rest.body]
}

/** Every answer of the lists and sums of legs, page by page. */
async function todo(): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const rango of RANGOS) {
    for (const cuenta_id of [undefined, cajaUsd]) {
      for (const buscar of BUSCAN) {
        const query = { ...rango, ...(cuenta_id && { cuenta_id }), ...(buscar && { buscar }) }
        for (const endpoint of [cuentas.movimientos, contrato.diario]) {
          for (const orden of ['fecha', '-fecha']) {
            let cursor: string | null = null
            do {
              const page: Record<string, string | number> = {
                ...query,
                orden,
                limite: 20,
                ...(cursor && { cursor }),
              }
              const { body, status }: Answer<typeof contrato.diario> = await adm.call(
                endpoint as typeof contrato.diario,
                { query: page },
              )
              expect([status, endpoint.path, page]).toEqual([200, endpoint.path, page])
              answers.push(body.items)
              cursor = body.siguiente
            } while (cursor)
          }
        }
        answers.push((await adm.call(cuentas.resumen, { query })).body)
      }
      for (const tipo of ['ingreso', 'egreso'])
        answers.push(
          (
            await adm.call(cuentas.resumen, {
              query: { ...rango, tipo, ...(cuenta_id && { cuenta_id }) },
            })
          ).body,
        )
      if (cuenta_id)
        answers.push((await adm.call(contrato.mayor, { query: { ...rango, cuenta_id } })).body)
    }
    answers.push((await adm.call(cuentas.resumen, { query: { ...rango, moneda_id: PEN } })).body)
    answers.push((await adm.call(contrato.balance, { query: rango })).body)
    answers.push(await exportado(rango))
  }
  return answers
}

const kept = async () =>
  (
    await comoDueno<{ fecha: string }>(app.url, 'SELECT fecha::text FROM libro_dias ORDER BY 1')
  ).map(({ fecha }) => fecha)

test('whether none, some or all days are kept, the answers are those of the legs', async () => {
  const nothing = await todo()
  expect(nothing.length).toBeGreaterThan(200)
  await sql`SELECT dias_guardar(4)`.execute(app.db)
  expect(await kept()).toEqual([5, 6, 7, 8].map(dia))
  expect(await todo()).toEqual(nothing)
  expect(await keepDays(app.db)).toBe(4)
  expect(await keepDays(app.db)).toBe(0)
  expect(await kept()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(dia))
  expect(await todo()).toEqual(nothing)
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('an exported journal has every entry of its days', async () => {
  for (const { desde, hasta } of RANGOS) {
    const [found] = await comoDueno<{ n: number; ultimo: number | null }>(
      app.url,
      `SELECT count(*) FILTER (WHERE fecha_negocio >= coalesce($1::date, '-infinity'))::int AS n, max(id)::int AS ultimo
       FROM asientos WHERE fecha_negocio <= coalesce($2::date, 'infinity')`,
      [desde ?? null, hasta ?? null],
    )
    const body = { formato: 'hledger', desde: desde ?? null, hasta: hasta ?? null } as const
    const { ultimo } = (await adm.call(contrato.exportar, { body })).body
    expect(ultimo).toBe(found?.ultimo)
    const range = { ...(desde && { desde }), ...(hasta && { hasta }) }
    const query = { formato: body.formato, despues: '0', ultimo: String(ultimo), ...range }
    const { lineas } = (await adm.call(contrato.asientos, { query })).body
    expect(lineas.filter((line) => /^\d{4}-\d\d-\d\d/.test(line))).toHaveLength(found?.n ?? -1)
  }
})

test('a day into which a clock that was set back dates another entry is not good any more, and is kept anew', async () => {
  a(4, '16:00')
  const { numero } = await registrar('venta', 3)
  a(9)
  const query = { desde: dia(4), hasta: dia(4), cuenta_id: cajaUsd }
  const seen = await adm.call(cuentas.movimientos, { query: { ...query, buscar: numero } })
  expect(seen.body.items).toHaveLength(1)
  const after = await todo()
  expect(await keepDays(app.db)).toBe(1)
  expect(await todo()).toEqual(after)
  await comoDueno(app.url, 'DELETE FROM libro_dias')
  expect(await todo()).toEqual(after)
  expect(await keepDays(app.db)).toBe(8)
})

test('a day is kept when it is over, not before', async () => {
  a(10, '05:10')
  expect(await keepDays(app.db)).toBe(0)
  a(10, '05:20')
  expect(await keepDays(app.db)).toBe(1)
})

test('two processes that keep the same days do so once, and one that is killed leaves nothing by halves', async () => {
  const before = await todo()
  await comoDueno(app.url, 'DELETE FROM libro_dias')
  // Both have looked which days are to be kept before one of them keeps any.
  const other = await conectarDueno(app.url)
  await other.query('BEGIN; LOCK TABLE libro_dias_textos IN SHARE MODE')
  const both = Promise.all([keepDays(app.db), keepDays(app.db)])
  await esperaAlguien(app.url, 2)
  await other.query('COMMIT')
  await other.end()
  const [one, two] = await both
  expect(one + two).toBe(9)
  await comoDueno(app.url, 'DELETE FROM libro_dias')
  // Killed between two days: the first is kept whole, the second not at all.
  const halves = sql`SELECT dias_guardar(3), pg_terminate_backend(pg_backend_pid())`
  await halves.execute(app.db).catch(() => undefined)
  expect(await kept()).toEqual([])
  expect(await keepDays(app.db)).toBe(9)
  expect(await todo()).toEqual(before)
})

test('what is kept is written by its function alone', async () => {
  await expect(sql`DELETE FROM libro_dias`.execute(app.db)).rejects.toThrow('permission')
  await expect(sql`UPDATE libro_dias_cuentas SET debe = 0`.execute(app.db)).rejects.toThrow(
    'permission',
  )
})
