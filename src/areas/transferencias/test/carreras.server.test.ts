import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { saldos } from '../../../../test/support/areas/casa.ts'
import { montarTesoreria } from '../../../../test/support/areas/transferencias.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { verificar } from '../../../main.libros.ts'
import type { Registro } from '../contract/registro.ts'
import { contrato } from '../contract.ts'
import { montos } from '../rules.ts'

const app = await startTestApp()
const casa = await montarTesoreria(app)
const { adm, anular, caj, cuentas, dueno, mas, transferir } = casa
await dueno("UPDATE ajustes SET valor = '100' WHERE clave = 'transferencia_desvio_pct'")

afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('received, rejected and annulled at once: exactly one succeeds', async () => {
  const jefe = await app.signedIn('adm')
  const before = await saldos(app)
  for (let n = 0; n < 6; n += 1) {
    const { body } = await transferir({
      tipo: 'interna',
      origen_id: cuentas.cajaUsd,
      destino_id: mas.otraUsd,
      monto: '100.00',
    })
    const params = { id: body.id }
    const motivo = 'Error de digitación'
    const answers = await Promise.all([
      caj.call(contrato.recibir, { params, body: { contado: '90.00', nota: 'Falta un billete' } }),
      caj.call(contrato.rechazar, { params, body: { motivo } }),
      jefe.call(contrato.recibir, { params, body: { contado: '100.00' } }),
      jefe.call(contrato.rechazar, { params, body: { motivo } }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, error } of answers) {
      if (status !== 200) expect([status, error.codigo]).toEqual([409, 'ESTADO'])
    }
    const { estado } = (await adm.call(contrato.obtener, { params })).body
    if (estado === 'recibida') expect((await anular(body.id)).status).toBe(200)
    expect(await saldos(app)).toEqual(before)
  }
  // Annulling races with receiving too: whichever comes first, no balance is left in transit.
  for (let n = 0; n < 6; n += 1) {
    const { body } = await transferir({
      tipo: 'interna',
      origen_id: cuentas.cajaUsd,
      destino_id: mas.otraUsd,
      monto: '100.00',
    })
    const params = { id: body.id }
    const [received, annulled] = await Promise.all([
      caj.call(contrato.recibir, { params, body: { contado: '100.00' } }),
      anular(body.id),
    ])
    expect(annulled.status).toBe(200)
    expect([200, 409]).toContain(received.status)
    expect(await saldos(app)).toEqual(before)
  }
})

test('many concurrent transfers cannot spend one balance twice, and none waits for ever', async () => {
  const before = await saldos(app)
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      transferir({
        tipo: 'conversion',
        origen_id: n % 4 === 3 ? mas.ves : mas.usdt,
        destino_id: n % 4 === 3 ? mas.usdt : mas.ves,
        monto: n % 4 === 3 ? '10000.00' : '1000.00',
        tasa: '206',
        metodo_calculo: n % 4 === 3 ? 'd' : 'm',
        comision_origen: '1.00',
        comision_destino: '1.00',
      }),
    ),
  )
  const made = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ error }) => error.codigo))).toEqual(new Set(['SALDO_INSUFICIENTE']))
  expect(made.length).toBeGreaterThanOrEqual(12 + 6)
  const { 'cuenta:Binance USDT': left } = await saldos(app)
  expect(Number(left)).toBeGreaterThanOrEqual(0)
  for (const { body } of made.toSorted((a, b) => b.body.id - a.body.id)) {
    expect((await anular(body.id)).status).toBe(200)
  }
  expect(await saldos(app)).toEqual(before)
})

/** The value of the house: its soles, and the cost of its currencies. */
async function valor(): Promise<string> {
  const { rows } = await sql<{ total: string }>`
    SELECT sum(saldo)::numeric(30,2)::text AS total FROM cuentas_contables c JOIN monedas m ON m.id = c.moneda_id
    WHERE codigo LIKE 'contravalor:%' OR m.funcional AND (codigo LIKE 'cuenta:%' OR codigo LIKE 'transito:%'
          OR codigo IN ('gastos-bancarios', 'sobrantes-faltantes', 'diferencias-transito'))`.execute(
    app.db,
  )
  return (rows[0] as { total: string }).total
}

const foreign = fc.constantFrom(
  ['usdt', 'ves', '206', 'm'],
  ['ves', 'usdt', '206', 'd'],
  ['cajaUsd', 'cajaEur', '1.13', 'd'],
  ['cajaEur', 'cajaUsd', '1.09', 'm'],
  ['bcpPen', 'zelle', '3.57', 'd'],
  ['zelle', 'usdt', '0.991', 'm'],
  ['cajaPen', 'otraPen', null, 'm'],
  ['cajaUsd', 'otraUsd', null, 'm'],
  ['boveda', 'cajaPen', null, 'm'],
) as fc.Arbitrary<[string, string, string | null, 'm' | 'd']>

test('the value of the house changes only by fees and shortages, whatever is transferred', async () => {
  const accounts: Record<string, number> = { ...cuentas, ...mas }
  const start = await saldos(app)
  const worth = await valor()
  const step = fc.record({
    way: foreign,
    cents: fc.integer({ min: 50, max: 90_000 }),
    fee: fc.integer({ min: 0, max: 40 }),
    short: fc.integer({ min: -3, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const made: number[] = []
      for (const { way, cents, fee, short } of steps) {
        const [from, to, tasa, metodo_calculo] = way
        const body: Pick<Registro, 'tipo' | 'origen_id'> & Partial<Registro> = {
          tipo: tasa ? 'conversion' : 'interna',
          origen_id: accounts[from] ?? 0,
          destino_id: accounts[to] ?? 0,
          monto: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
          tasa,
          metodo_calculo,
          comision_origen: `0.${String(fee).padStart(2, '0')}`.replace('0.00', '0'),
        }
        const { status, body: t } = await transferir(body)
        if (status !== 201) continue
        made.unshift(t.id)
        if (t.estado === 'enviada') {
          // A shortage or surplus is cash too: whole notes or coins of its currency.
          const counted = cents + short * (from === 'cajaUsd' ? 1 : 10)
          const contado = `${Math.floor(counted / 100)}.${String(counted % 100).padStart(2, '0')}`
          const receive = {
            params: { id: t.id },
            body: { contado, nota: 'Contado por dos personas' },
          }
          expect((await caj.call(contrato.recibir, receive)).status).toBe(200)
        }
        expect(await valor()).toBe(worth)
      }
      for (const id of made) expect((await anular(id)).status).toBe(200)
      expect(await saldos(app)).toEqual(start)
    }),
    { numRuns: 25 },
  )
})

test('the screen and the books compute the third of a conversion to the same digit', async () => {
  const amount = fc
    .integer({ min: 1, max: 99_999_999 })
    .map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`)
  const tasas = fc
    .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 99_999_999 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(8, '0')}`)
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.record({ monto: amount, tasa: tasas }),
        fc.record({ recibido: amount, tasa: tasas }),
        fc.record({ monto: amount, recibido: amount }),
      ),
      fc.constantFrom('m' as const, 'd' as const),
      fc.constantFrom(0, 2),
      async (two, metodo, destino) => {
        const all: Partial<Record<'monto' | 'recibido' | 'tasa', string>> = two
        const { rows } = await sql<Record<'monto' | 'recibido' | 'tasa', string>>`
          SELECT trim_scale(monto)::text AS monto, trim_scale(recibido)::text AS recibido, trim_scale(tasa)::text AS tasa
          FROM transferencias_montos(${all.monto ?? null}::numeric, ${all.recibido ?? null}::numeric,
            ${all.tasa ?? null}::numeric, ${metodo}, 2, ${destino})`.execute(app.db)
        const trim = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
        const mine = montos(two, metodo, { origen: 2, destino })
        expect({
          monto: trim(mine.monto),
          recibido: trim(mine.recibido),
          tasa: trim(mine.tasa),
        }).toEqual(rows[0])
      },
    ),
    { numRuns: 150 },
  )
})
