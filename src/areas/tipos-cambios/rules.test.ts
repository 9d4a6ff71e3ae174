import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal, texto } from '../../core/dinero/decimal.ts'
import { convertir, cotizar, type MetodoCalculo } from '../../core/dinero/tasa.ts'
import {
  bajoCosto,
  type Costo,
  costoDe,
  derivar,
  excedePrecision,
  margenEfectivo,
  type ParCandidato,
  type ParPrecio,
  proponer,
  tasaCosto,
} from './rules.ts'

const [VES, PEN, USD, COP, CLP, EUR, USDT, BRL, ARS, MXN, BOB, ZEL] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
] as const
const ISO = [
  '',
  'VES',
  'PEN',
  'USD',
  'COP',
  'CLP',
  'EUR',
  'USDT',
  'BRL',
  'ARS',
  'MXN',
  'BOB',
  'ZEL',
]

const candidato = (
  id: number,
  pais: string,
  base_id: number,
  cotizacion_id: number,
  compra: string,
  venta: string,
): ParCandidato => ({
  id,
  pais,
  base_id,
  cotizacion_id,
  compra,
  venta,
  base_iso: ISO[base_id] ?? '',
  cotizacion_iso: ISO[cotizacion_id] ?? '',
})

/** The pairs of the demo house. */
const PARES = [
  candidato(1, 'pe', USD, PEN, '3.520', '3.560'),
  candidato(2, 'pe', EUR, PEN, '4.050', '4.160'),
  candidato(3, 'pe', USDT, PEN, '3.540', '3.590'),
  candidato(4, 'usd', USD, VES, '198.50', '202.00'),
  candidato(5, 'usd', ZEL, VES, '198.50', '202.00'),
  candidato(6, 'usd', USDT, VES, '205.10', '207.40'),
  candidato(7, 'usd', EUR, VES, '229.00', '234.00'),
  candidato(8, 'usd', USD, COP, '3880.00', '3960.00'),
  candidato(9, 'co', USD, COP, '3880.00', '3960.00'),
  candidato(10, 'usd', USD, CLP, '938', '956'),
  candidato(11, 'usd', USD, BRL, '5.360', '5.500'),
  candidato(12, 'usd', USD, ARS, '1425.00', '1470.00'),
  candidato(13, 'usd', USD, MXN, '18.20', '18.75'),
  candidato(14, 'usd', USD, BOB, '9.60', '9.95'),
  candidato(15, 'usd', EUR, COP, '4470.00', '4600.00'),
]

function costo(pais: string, base_id: number, cotizacion_id: number): Costo {
  const corredor = { pais, base_id, cotizacion_id }
  const found = costoDe(corredor, proponer(PARES, corredor))
  if (!found) throw new Error('no pairs')
  return found
}

describe('the rates of the demo house', () => {
  test.each<[string, number, number, MetodoCalculo, number, string, string]>([
    ['pe', PEN, VES, 'm', 3, '6', '52.412'],
    ['pe', PEN, VES, 'm', 3, '4', '53.528'],
    ['pe', PEN, COP, 'm', 2, '4', '1046.29'],
    ['pe', PEN, CLP, 'm', 2, '5', '250.30'],
    ['pe', PEN, BRL, 'm', 4, '5', '1.4303'],
    ['pe', PEN, ARS, 'm', 2, '5', '380.26'],
    ['pe', PEN, MXN, 'm', 4, '5', '4.8567'],
    ['pe', PEN, BOB, 'm', 4, '5', '2.5617'],
    ['pe', PEN, USD, 'd', 3, '0', '3.560'],
    ['pe', USD, PEN, 'm', 3, '0', '3.520'],
    ['pe', USD, VES, 'm', 2, '5', '188.57'],
    ['us', ZEL, VES, 'm', 2, '3', '192.54'],
    ['co', COP, VES, 'd', 2, '5', '21.00'],
    ['co', COP, PEN, 'd', 2, '4', '1171.88'],
    ['ve', VES, PEN, 'd', 3, '6', '61.050'],
  ])(
    '%s %i→%i %s, %i decimals, margin %s %%: %s',
    (pais, base, quote, metodo, precision, margen, tasa) => {
      const regla = { metodo_calculo: metodo, precision, margen }
      expect(derivar(costo(pais, base, quote), regla)).toBe(tasa)
    },
  )
})

describe('the worked examples', () => {
  test('PEN→VES: cost 55.758427, 500 soles are Bs 26,206.00, and the cards', () => {
    const c = costo('pe', PEN, VES)
    expect(tasaCosto(c, 'm', 6)).toBe('55.758427')
    expect(tasaCosto(c, 'm')).toBe('55.7584269663')
    const tasa = { tasa: '52.412', metodo_calculo: 'm' as const }
    const both = { envia: 2, recibe: 2 }
    expect(cotizar({ envia: '500' }, tasa, both)).toEqual({ envia: '500.00', recibe: '26206.00' })
    expect(cotizar({ recibe: '26206' }, tasa, both)).toEqual({
      envia: '500.00',
      recibe: '26206.00',
    })
    const card = (compra: string) =>
      texto(convertir(decimal('26206'), { tasa: compra, metodo_calculo: 'd' }, 2, 'medio'), 2)
    expect([card('198.50'), card('205.10'), card('229.00')]).toEqual(['132.02', '127.77', '114.44'])
  })

  test('COP→VES: cost 19.949622, 100,000 pesos are Bs 4,761.90', () => {
    expect(tasaCosto(costo('co', COP, VES), 'd', 6)).toBe('19.949622')
    const quote = cotizar(
      { envia: '100000' },
      { tasa: '21.00', metodo_calculo: 'd' },
      { envia: 2, recibe: 2 },
    )
    expect(quote.recibe).toBe('4761.90')
  })
})

describe('which pairs', () => {
  test('an unsuitable pair derives nothing', () => {
    const [usdPen, eurPen, , usdVes] = PARES as ParPrecio[] as [
      ParPrecio,
      ParPrecio,
      ParPrecio,
      ParPrecio,
    ]
    const corredor = { base_id: PEN, cotizacion_id: VES }
    expect(costoDe(corredor, { origen: usdPen, destino: null })).toBeNull()
    expect(costoDe(corredor, { origen: eurPen, destino: usdVes })).toBeNull()
    expect(costoDe(corredor, { origen: usdVes, destino: usdPen })).toBeNull()
    expect(costoDe(corredor, { origen: null, destino: null })).toBeNull()
    expect(costoDe(corredor, { origen: usdPen, destino: usdVes })?.puente_id).toBe(USD)
  })

  test('the market of the country first, then the reference, dollars as the bridge', () => {
    const ids = (pais: string, base_id: number, cotizacion_id: number) => {
      const { origen, destino } = proponer(PARES, { pais, base_id, cotizacion_id })
      return [origen?.id ?? null, destino?.id ?? null]
    }
    expect(ids('pe', PEN, VES)).toEqual([1, 4])
    expect(ids('pe', PEN, COP)).toEqual([1, 8])
    expect(ids('co', COP, VES)).toEqual([9, 4])
    expect(ids('pe', PEN, USD)).toEqual([1, null])
    expect(ids('pe', USD, PEN)).toEqual([null, 1])
    expect(ids('us', ZEL, VES)).toEqual([null, 5])
    expect(ids('pe', USD, EUR)).toEqual([1, 2])
    expect(ids('pe', PEN, 99)).toEqual([null, null])
  })
})

test('a rate that rounding leaves at nothing is none', () => {
  const regla = { metodo_calculo: 'm' as const, precision: 0, margen: '0' }
  expect(derivar(costo('ve', VES, PEN), regla)).toBeNull()
})

test('below cost is judged exactly, in both methods', () => {
  const c = costo('pe', PEN, VES)
  expect(bajoCosto(c, '55.7584269', 'm')).toBe(false)
  expect(bajoCosto(c, '55.7584270', 'm')).toBe(true)
  const d = costo('pe', PEN, USD)
  expect(bajoCosto(d, '3.560', 'd')).toBe(false)
  expect(bajoCosto(d, '3.559', 'd')).toBe(true)
  expect(margenEfectivo(d, '3.600', 'd')).toBe('1.1111')
  expect(margenEfectivo(c, '52.412', 'm')).toBe('6.0017')
  expect(margenEfectivo(c, '900000', 'm')).toBe('-999.9999')
})

test('decimals beyond the precision are seen', () => {
  expect(excedePrecision('3.5200', 3)).toBe(false)
  expect(excedePrecision('3.5201', 3)).toBe(true)
})

describe('whatever the prices', () => {
  const price = fc
    .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 5 }))
    .map(([units, decimals]) => decimal(String(units)).div(10 ** decimals))
  const prices = fc.tuple(price, price).map(([a, b]) => {
    const [compra, venta] = a.lte(b) ? [a, b] : [b, a]
    return { compra: texto(compra, 5), venta: texto(venta, 5) }
  })
  /** A pair of two currencies, named either way round. */
  const pair = (x: number, y: number) =>
    fc.tuple(prices, fc.boolean()).map(([p, turned]) => ({
      base_id: turned ? y : x,
      cotizacion_id: turned ? x : y,
      ...p,
    }))
  const corredor = { base_id: PEN, cotizacion_id: VES }
  const route = fc.oneof(
    fc.record({ origen: pair(PEN, USD), destino: pair(USD, VES) }),
    pair(PEN, VES).map((destino) => ({ origen: null, destino })),
    pair(PEN, VES).map((origen) => ({ origen, destino: null })),
  )
  const margin = fc
    .integer({ min: 0, max: 30_000 })
    .map((n) => texto(decimal(String(n)).div(1000), 3))
  const precision = fc.integer({ min: 0, max: 8 })
  const amount = fc
    .integer({ min: 1, max: 10_000_000 })
    .map((n) => texto(decimal(String(n)).div(100), 2))

  test('the client never gets more than at cost, and is charged no less', () => {
    fc.assert(
      fc.property(
        route,
        margin,
        precision,
        amount,
        fc.constantFrom<MetodoCalculo>('m', 'd'),
        (pares, margen, decimals, envia, metodo_calculo) => {
          const c = costoDe(corredor, pares) as Costo
          const tasa = derivar(c, { metodo_calculo, precision: decimals, margen })
          if (tasa === null) return
          expect(bajoCosto(c, tasa, metodo_calculo)).toBe(false)
          const both = { envia: 2, recibe: 2 }
          const { recibe } = cotizar({ envia }, { tasa, metodo_calculo }, both)
          expect(decimal(recibe).times(c.den).lte(decimal(envia).times(c.num))).toBe(true)
          const back = cotizar({ recibe }, { tasa, metodo_calculo }, both)
          expect(decimal(back.envia).lte(decimal(envia))).toBe(true)
          const again = cotizar({ envia: back.envia }, { tasa, metodo_calculo }, both)
          expect(decimal(again.recibe).gte(decimal(recibe))).toBe(true)
        },
      ),
    )
  })

  test('the margin is kept, and not more than one last digit beyond it', () => {
    fc.assert(
      fc.property(route, margin, precision, (pares, margen, decimals) => {
        const c = costoDe(corredor, pares) as Costo
        const kept = decimal('100').minus(decimal(margen))
        const step = decimal('1').div(10 ** decimals)
        const m = derivar(c, { metodo_calculo: 'm', precision: decimals, margen })
        if (m !== null) {
          const bound = (t: string, plus: boolean) =>
            (plus ? decimal(t).plus(step) : decimal(t)).times(c.den).times(100)
          expect(bound(m, false).lte(c.num.times(kept))).toBe(true)
          expect(bound(m, true).gt(c.num.times(kept))).toBe(true)
        }
        const d = derivar(c, { metodo_calculo: 'd', precision: decimals, margen })
        if (d !== null) {
          expect(decimal(d).times(c.num).times(kept).gte(c.den.times(100))).toBe(true)
          expect(decimal(d).minus(step).times(c.num).times(kept).lt(c.den.times(100))).toBe(true)
        }
      }),
    )
  })

  test('there and back through the same pairs never gains', () => {
    fc.assert(
      fc.property(route, (pares) => {
        const there = costoDe(corredor, pares) as Costo
        const turned = { base_id: corredor.cotizacion_id, cotizacion_id: corredor.base_id }
        const back = costoDe(turned, { origen: pares.destino, destino: pares.origen }) as Costo
        expect(there.num.times(back.num).lte(there.den.times(back.den))).toBe(true)
      }),
    )
  })
})
