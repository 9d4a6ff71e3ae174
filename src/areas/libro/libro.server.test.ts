import { beforeAll, expect, test } from 'vitest'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { type Client, startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { hecho } from '../../../test/support/servidor/respuesta.ts'
import { HOY, montarTodo } from '../../../test/support/todo.ts'
import type { AnswerOf } from '../../core/contract.ts'
import { CERO, decimal, suma, texto } from '../../core/dinero/decimal.ts'
import { contrato as compras } from '../compras-ventas/contract.ts'
import { type ApunteFila, contrato } from './contract.ts'

const app = await startTestApp()
let todo: Awaited<ReturnType<typeof montarTodo>>
let adm: Client
const MANANA = '2025-11-21'

beforeAll(async () => {
  todo = await montarTodo(app)
  for (const hacer of Object.values(await todo.movimientos())) await hecho(hacer())
  app.setClock(`${MANANA}T15:00:00Z`)
  // Yesterday's sessions have ended.
  adm = await app.signedIn('adm')
  await hecho(adm.call(compras.crear, { body: mostrador(todo).venta('10.00', '35.60') }))
})

/** All pages of the journal. */
async function todos(query: Record<string, unknown> = {}, limite = 37): Promise<ApunteFila[]> {
  const all: ApunteFila[] = []
  for (let cursor: string | null = null; ; ) {
    const page: AnswerOf<typeof contrato.diario> = await hecho(
      adm.call(contrato.diario, { query: { ...query, limite, ...(cursor && { cursor }) } }),
    )
    all.push(...page.items)
    if (!page.siguiente) return all
    cursor = page.siguiente
  }
}

const signed = ({ debe, haber }: Pick<ApunteFila, 'debe' | 'haber'>) =>
  decimal(debe ?? '0').minus(decimal(haber ?? '0'))

interface Leg {
  id: string
  cuenta_id: string
  moneda_id: number
  importe: string
  dia: string
}
const legs = () =>
  comoDueno<Leg>(
    app.url,
    `SELECT p.id::text, p.cuenta_id::text, p.moneda_id, p.importe::text, a.fecha_negocio::text AS dia
     FROM apuntes p JOIN asientos a ON a.id = p.asiento_id ORDER BY p.id`,
  )

test('the journal has every leg once, entry by entry, in either direction', async () => {
  const [down, up, kept] = [await todos(), await todos({ orden: 'fecha' }), await legs()]
  const ids = (rows: ApunteFila[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b)
  expect(ids(down)).toEqual(kept.map(({ id }) => Number(id)))
  expect(ids(up)).toEqual(ids(down))
  const order = down.map(({ asiento_id }) => asiento_id)
  expect(order).toEqual(order.toSorted((a, b) => b - a))
  expect(up.map(({ asiento_id }) => asiento_id)).toEqual(order.toReversed())
  const entries = Map.groupBy(down, ({ asiento_id, moneda }) => `${asiento_id} ${moneda.iso}`)
  for (const rows of entries.values()) expect(texto(suma(rows.map(signed)), 2)).toBe('0.00')
  // The first leg of an entry is marked, on each page anew.
  const whole = await todos({}, 200)
  const before = (n: number) => (n % 200 === 0 ? undefined : whole[n - 1]?.asiento_id)
  expect(whole.map(({ primero }) => primero)).toEqual(
    whole.map(({ asiento_id }, n) => asiento_id !== before(n)),
  )
})

test('an entry is found by its document, its number and its words, and opens its document', async () => {
  const last = (await todos()).find(({ origen }) => origen === 'compras-ventas')
  if (!last?.numero) throw new Error('the last sale has no document')
  const { asiento_id, numero } = last
  // Its commission names it, so that entry is found as well.
  const found = await todos({ buscar: numero })
  expect(found.every((row) => row.numero === numero || row.glosa.includes(numero))).toBe(true)
  expect(found.filter((row) => row.asiento_id === asiento_id).length).toBeGreaterThan(1)
  const byId = await todos({ buscar: String(asiento_id) })
  expect(byId.map((row) => row.asiento_id)).toContain(asiento_id)
  expect(await todos({ buscar: 'no hay tal concepto' })).toEqual([])
})

test('the page of one account has its running balance, between its opening and closing balance', async () => {
  const cuenta_id = todo.cuentas.cajaPen
  const query = { cuenta_id, desde: MANANA, hasta: MANANA }
  const rows = await todos({ ...query, orden: 'fecha' }, 1)
  const summary = await hecho(adm.call(contrato.mayor, { query }))
  if (!summary) throw new Error('no such account')
  let running = decimal(summary.inicial)
  for (const row of rows) {
    running = running.plus(signed(row))
    expect(row.saldo).toBe(texto(running, 2))
  }
  expect(rows.length).toBeGreaterThan(0)
  expect(summary.final).toBe(texto(running, 2))
  expect(Number(summary.inicial)).not.toBe(0)
  const day = await hecho(adm.call(contrato.mayor, { query: { ...query, desde: HOY, hasta: HOY } }))
  expect(day?.final).toBe(summary.inicial)
  expect(await hecho(adm.call(contrato.mayor, { query: { cuenta_id: 999_999 } }))).toBeNull()
})

test('the trial balance of any days is what the legs of those days add up to, and balances by currency', async () => {
  const kept = await legs()
  const periods: { desde?: string; hasta?: string }[] = [
    {},
    { desde: HOY, hasta: HOY },
    { desde: MANANA },
    { hasta: HOY },
    { desde: '2025-12-01', hasta: '2025-12-31' },
  ]
  for (const query of periods) {
    const { desde, hasta } = query
    const { filas, totales } = await hecho(adm.call(contrato.balance, { query }))
    const of = (id: number, when: (dia: string) => boolean, sign: 1 | -1 | 0) =>
      suma(
        kept
          .filter((leg) => Number(leg.cuenta_id) === id && when(leg.dia))
          .map(({ importe }) => decimal(importe))
          .filter((n) => sign === 0 || n.times(sign).gt(0)),
      )
    const within = (dia: string) => (!desde || dia >= desde) && (!hasta || dia <= hasta)
    expect(filas.length).toBeGreaterThan(8)
    for (const { id, moneda, ...fila } of filas) {
      const places = moneda.decimales
      expect(fila).toMatchObject({
        inicial: texto(
          of(id, (dia) => desde !== undefined && dia < desde, 0),
          places,
        ),
        debe: texto(of(id, within, 1), places),
        haber: texto(of(id, within, -1).abs(), places),
        final: texto(
          of(id, (dia) => !hasta || dia <= hasta, 0),
          places,
        ),
      })
    }
    for (const { debe, haber, final } of totales) {
      expect(debe).toBe(haber)
      expect(Number(final)).toBe(0)
    }
  }
})

test('an account without balance or movement is left out of the trial balance', async () => {
  const { filas } = await hecho(adm.call(contrato.balance, { query: {} }))
  const cuentas = await hecho(adm.call(contrato.cuentas))
  expect(cuentas.length).toBeGreaterThan(filas.length)
})

/** The transactions of a journal: each with the account, amount, currency and weight of its lines. */
function leer(text: string) {
  return text
    .split('\n\n')
    .filter((part) => /^\d{4}-\d\d-\d\d \*/.test(part.trimStart()))
    .map((part) =>
      [...part.matchAll(/^ +(\S+) {2}(-?[\d.]+) ([A-Z]+)(?: @@ ([\d.]+) PEN)?$/gm)].map(
        ([, cuenta = '', n = '0', iso, cost]) => {
          const importe = decimal(n)
          const way = importe.gt(0) ? 1 : -1
          return { cuenta, iso, importe, peso: cost ? decimal(cost).times(way) : importe }
        },
      ),
    )
}

async function exportado(dias: { desde: string | null; hasta: string | null }): Promise<string> {
  const formato = 'hledger' as const
  const start = await hecho(adm.call(contrato.exportar, { body: { formato, ...dias } }))
  const lineas = [...start.lineas]
  const { ultimo } = start
  for (let despues: number | null = ultimo === null ? null : 0; despues !== null; ) {
    const page: AnswerOf<typeof contrato.asientos> = await hecho(
      adm.call(contrato.asientos, {
        query: {
          formato,
          ...(dias.desde && { desde: dias.desde }),
          ...(dias.hasta && { hasta: dias.hasta }),
          despues,
          ultimo: ultimo ?? 0,
        },
      }),
    )
    lineas.push(...page.lineas)
    despues = page.siguiente
  }
  return lineas.join('\n')
}

test('an exported journal balances at cost, with the balances of the ledger; so does one of some days', async () => {
  for (const dias of [
    { desde: null, hasta: null },
    { desde: MANANA, hasta: null },
    { desde: null, hasta: HOY },
  ]) {
    const entries = leer(await exportado(dias))
    expect(entries.length).toBeGreaterThan(0)
    for (const lines of entries)
      expect(texto(suma(lines.map(({ peso }) => peso)), 8)).toBe('0.00000000')
    const { filas } = await hecho(
      adm.call(contrato.balance, { query: dias.hasta ? { hasta: dias.hasta } : {} }),
    )
    const all = entries.flat()
    const dolares = all.filter(({ iso }) => iso === 'USD')
    const held = filas.filter(({ moneda, clase }) => moneda.iso === 'USD' && clase !== 'posicion')
    expect(texto(suma(dolares.map(({ importe }) => importe)), 2)).toBe(
      texto(suma(held.map(({ final }) => decimal(final))), 2),
    )
    const cost = filas.find(({ codigo }) => codigo === 'contravalor:USD')
    expect(texto(suma(dolares.map(({ peso }) => peso)), 2)).toBe(cost?.final)
    const result = filas.find(({ codigo }) => codigo === 'ganancia:USD')
    const gain = all.filter(({ cuenta }) => cuenta === 'Ingreso:Ganancia:USD')
    expect(texto(suma(gain.map(({ importe }) => importe)), 2)).toBe(result?.final)
    expect(decimal(result?.final ?? '0').eq(CERO)).toBe(false)
  }
})

test('an export leaves an audit row with its format and days, and an empty period says so', async () => {
  await exportado({ desde: HOY, hasta: HOY })
  const rows = await comoDueno<{ despues: Record<string, unknown> }>(
    app.url,
    "SELECT despues FROM auditoria WHERE entidad = 'libro' AND accion = 'exportar' ORDER BY id DESC LIMIT 1",
  )
  expect(rows[0]?.despues).toMatchObject({ formato: 'hledger', desde: HOY, hasta: HOY })
  const body = { formato: 'ledger', desde: null, hasta: '2020-01-01' } as const
  const none = await hecho(adm.call(contrato.exportar, { body }))
  expect([none.lineas, none.ultimo]).toEqual([[], null])
})

test('who may see the ledger and not export it is refused at both calls of an export', async () => {
  const con = await app.signedIn('con')
  await hecho(con.call(contrato.balance, { query: {} }))
  await comoDueno(app.url, "DELETE FROM roles_permisos WHERE permiso = 'libro:exportar'")
  const body = { formato: 'hledger', desde: null, hasta: null } as const
  expect((await con.call(contrato.exportar, { body })).status).toBe(403)
  const query = { formato: 'hledger', despues: 0, ultimo: 5 } as never
  expect((await con.call(contrato.asientos, { query })).status).toBe(403)
  const caj = await app.signedIn('caj')
  expect((await caj.call(contrato.balance, { query: {} })).status).toBe(403)
})

test('who may not see cost and profit is refused at every page of the ledger', async () => {
  const con = await app.signedIn('con')
  await comoDueno(app.url, "DELETE FROM roles_permisos WHERE permiso = 'ganancia:ver'")
  for (const answer of [
    await con.call(contrato.balance, { query: {} }),
    await con.call(contrato.diario, { query: {} }),
    await con.call(contrato.mayor, { query: { cuenta_id: 1 } }),
  ]) {
    expect([answer.status, answer.error.codigo]).toEqual([403, 'SIN_PERMISO'])
  }
})
