import { beforeAll, describe, expect, test } from 'vitest'
import { PEN, USD } from '../../../test/support/areas/casa.ts'
import { contabilizar } from '../../../test/support/asiento.ts'
import { type Answer, type Client, startTestApp } from '../../../test/support/servidor/app.ts'
import { confirmarse } from '../../../test/support/vistos.ts'
import { decimal, suma, texto } from '../../core/dinero/decimal.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
let adm: Client
let caja: number
let banco: number
let dolares: number

type Query = Record<string, string | number>
const pagina = async (query: Query) => (await adm.call(contrato.movimientos, { query })).body
const resumen = async (query: Query) => (await adm.call(contrato.resumen, { query })).body

async function abrir(nombre: string, moneda_id: number, more: object): Promise<number> {
  const body = { nombre, tipo: 'caja', moneda_id, pais: 'pe', titular: 'Casa', ...more }
  return (await adm.call(contrato.crear, { body })).body.id
}

/** Moves soles from the till to the bank, with an operation number. */
const mover = (importe: string, detalle: string) =>
  contabilizar(app.db, {
    origen: 'prueba',
    origen_id: 1,
    glosa: `Depósito ${detalle}`,
    usuario_id: adm.usuario_id,
    lineas: [
      { cuenta_id: caja, importe: `-${importe}`, detalle },
      { cuenta_id: banco, importe, detalle },
    ],
  })

beforeAll(async () => {
  adm = await app.signedIn('adm')
  app.setClock('2025-11-18T15:00:00Z')
  await confirmarse(adm)
  caja = await abrir('Caja', PEN, { saldo_inicial: '1000' })
  banco = await abrir('Bóveda', PEN, {})
  dolares = await abrir('Dólares', USD, { saldo_inicial: '500', tasa_costo: '3.51' })
  app.setClock('2025-11-19T15:00:00Z')
  for (const n of [1, 2, 3, 4, 5]) await mover(`${n}0.50`, `OP-00${n}`)
  // 23:30 in Lima is the next day in UTC; the business day is still the 20th.
  app.setClock('2025-11-21T04:30:00Z')
  await mover('200.00', 'OP-NOCHE')
})

test('the movements of an account add up to its balance', async () => {
  for (const id of [caja, banco, dolares]) {
    const { items } = await pagina({ cuenta_id: id, limite: 200 })
    const total = suma(
      items.map(({ tipo, monto }) => decimal(tipo === 'ingreso' ? monto : `-${monto}`)),
    )
    const { body } = await adm.call(contrato.obtener, { params: { id } })
    expect(texto(total, 2)).toBe(body.saldo)
    expect(items[0]?.saldo_despues).toBe(body.saldo)
  }
})

test('each movement starts at the balance of the previous one', async () => {
  const { items } = await pagina({ cuenta_id: caja, orden: 'fecha', limite: 200 })
  expect(items).toHaveLength(7)
  items.reduce((before, { saldo_antes, saldo_despues }) => {
    expect(saldo_antes).toBe(before)
    return saldo_despues
  }, '0.00')
})

describe('pages', () => {
  test.each(['fecha', '-fecha'])('by %s give every movement once, in order', async (orden) => {
    const whole = await pagina({ orden, limite: 200 })
    const ids: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: Query = { orden, limite: 4, ...(cursor && { cursor }) }
      const { body }: Answer<typeof contrato.movimientos> = await adm.call(contrato.movimientos, {
        query,
      })
      ids.push(...body.items.map(({ id }) => id))
      cursor = body.siguiente
    }
    expect(ids).toEqual(whole.items.map(({ id }) => id))
    expect(ids).toHaveLength(14)
  })

  test('a forged cursor, or one of other filters, is 400', async () => {
    const { siguiente } = await pagina({ limite: 2 })
    const forged = `${Buffer.from('[99]').toString('base64url')}.${siguiente?.split('.')[1]}`
    const status = async (query: Query) => (await adm.call(contrato.movimientos, { query })).status
    expect(await status({ limite: 2, cursor: siguiente as string })).toBe(200)
    expect(await status({ limite: 2, cursor: forged })).toBe(400)
    expect(await status({ limite: 2, cursor: siguiente as string, cuenta_id: caja })).toBe(400)
    expect(await status({ limite: 2, cursor: 'x' })).toBe(400)
  })

  test.each([
    'cuenta_id=0',
    'cuenta_id=1e3',
    'moneda_id=9999999999',
    'desde=2025-02-30',
    'tipo=x',
    'usuario_id=9999999999',
    'conciliado=x',
    'monto_min=-1',
    'monto_max=1e400',
    'orden=id',
    'otro=1',
  ])('?%s is refused', async (query) => {
    for (const path of ['movimientos', 'movimientos/resumen']) {
      expect((await adm.raw('GET', `/api/cuentas/${path}?${query}`)).status).toBe(400)
    }
  })
})

describe('filters', () => {
  const conceptos = async (query: Query) =>
    (await pagina({ limite: 200, ...query })).items.map(
      ({ cuenta, concepto }) => `${cuenta}: ${concepto}`,
    )

  test('by account, currency, kind, day, amount and words without accents', async () => {
    expect(await conceptos({ moneda_id: USD })).toEqual([
      'Dólares: Ajuste: saldo inicial · AJ-2025-000002',
    ])
    expect(await conceptos({ cuenta_id: banco, monto_min: '40.50', monto_max: '50.50' })).toEqual([
      'Bóveda: Depósito OP-005',
      'Bóveda: Depósito OP-004',
    ])
    expect(await conceptos({ buscar: 'op-003' })).toHaveLength(2)
    expect(await conceptos({ buscar: 'DEPOSITO', tipo: 'egreso' })).toHaveLength(6)
    expect(await conceptos({ buscar: '%' })).toEqual([])
    expect(await conceptos({ cuenta_id: caja, desde: '2025-11-20', hasta: '2025-11-20' })).toEqual([
      'Caja: Depósito OP-NOCHE',
    ])
    expect(await conceptos({ cuenta_id: caja, desde: '2025-11-21' })).toEqual([])
  })
})

describe('summary', () => {
  test('of an account over days: opening balance + in − out = closing balance', async () => {
    const pen = { moneda_id: PEN, iso: 'PEN', simbolo: 'S/', decimales: 2 }
    expect(await resumen({ cuenta_id: caja, desde: '2025-11-19', hasta: '2025-11-19' })).toEqual({
      monedas: [
        {
          ...pen,
          movimientos: 5,
          ingresos: '0.00',
          egresos: '152.50',
          saldos: { inicial: '1000.00', final: '847.50' },
        },
      ],
    })
    const saldos = async (query: Query) =>
      (await resumen({ cuenta_id: caja, ...query })).monedas.map((m) => m.saldos)
    expect(await saldos({})).toEqual([{ inicial: '0.00', final: '647.50' }])
    // Days without movements: the account still has a balance.
    expect(await resumen({ cuenta_id: caja, desde: '2025-11-21' })).toEqual({
      monedas: [
        {
          ...pen,
          movimientos: 0,
          ingresos: '0.00',
          egresos: '0.00',
          saldos: { inicial: '647.50', final: '647.50' },
        },
      ],
    })
    expect(await saldos({ hasta: '2025-11-17' })).toEqual([{ inicial: '0.00', final: '0.00' }])
    expect((await resumen({ cuenta_id: 999999 })).monedas).toEqual([])
  })

  test('of all accounts is per currency, with what all of a currency had before and after', async () => {
    const of = async (query: Query) =>
      (await resumen(query)).monedas.map(({ iso, ingresos, egresos, saldos }) => [
        iso,
        ingresos,
        egresos,
        saldos?.inicial,
        saldos?.final,
      ])
    expect(await of({})).toEqual([
      ['PEN', '1352.50', '352.50', '0.00', '1000.00'],
      ['USD', '500.00', '0.00', '0.00', '500.00'],
    ])
    // The dollars did not move on these days, and are there.
    expect(await of({ desde: '2025-11-19', hasta: '2025-11-19' })).toEqual([
      ['PEN', '152.50', '152.50', '1000.00', '1000.00'],
      ['USD', '0.00', '0.00', '500.00', '500.00'],
    ])
    expect(await of({ moneda_id: USD, hasta: '2025-11-17' })).toEqual([])
  })

  test('of a part of the movements has no balances, which would not add up', async () => {
    const parts: Query[] = [
      { tipo: 'egreso' },
      { buscar: 'deposito' },
      { monto_min: '1' },
      { usuario_id: adm.usuario_id },
      { conciliado: 'no' },
    ]
    for (const part of parts) {
      const { monedas } = await resumen({ cuenta_id: caja, ...part })
      expect(monedas.map(({ saldos }) => saldos)).toEqual([null])
    }
  })
})
