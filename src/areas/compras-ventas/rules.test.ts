import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, texto } from '../../core/dinero/decimal.ts'
import { enEfectivo, resto } from '../tipos-pagos/rules/linea-pago.ts'
import { manosDe } from './papel/manos.ts'
import { enMano, esperados, margen, montos, resultado } from './rules.ts'

const DEC = { divisa: 2, contramoneda: 2 }
const COMPRA = { tasa: '3.520', metodo_calculo: 'm' } as const
const VENTA = { tasa: '3.560', metodo_calculo: 'd' } as const

test.each([
  ['compra' as const, { monto: '1000' }, COMPRA, { monto: '1000.00', contravalor: '3520.00' }],
  [
    'compra' as const,
    { contravalor: '3520.01' },
    COMPRA,
    { monto: '1000.01', contravalor: '3520.01' },
  ],
  ['venta' as const, { monto: '1500' }, VENTA, { monto: '1500.00', contravalor: '5340.00' }],
  ['venta' as const, { monto: '0.01' }, VENTA, { monto: '0.01', contravalor: '0.04' }],
  ['venta' as const, { contravalor: '100' }, VENTA, { monto: '28.08', contravalor: '100.00' }],
  [
    'canje' as const,
    { monto: '1000' },
    { tasa: '0.8460', metodo_calculo: 'm' as const },
    { monto: '1000.00', contravalor: '846.00' },
  ],
])('%s from %j at %j', (tipo, typed, tasa, expected) => {
  expect(montos(tipo, typed, tasa, DEC)).toEqual(expected)
})

test('a fee lowers what a purchase pays, raises what a sale charges, and is a separate line in a canje', () => {
  const m = { monto: '100.00', contravalor: '352.00' }
  expect(esperados('compra', m, '5').map(({ total }) => total)).toEqual(['100.00', '347.00'])
  expect(esperados('venta', m, '5').map(({ total }) => total)).toEqual(['357.00', '100.00'])
  expect(esperados('canje', m, '5').map(({ parte }) => parte)).toEqual([
    'divisa',
    'contramoneda',
    'funcional',
  ])
  expect(esperados('canje', m, '0')).toHaveLength(2)
})

test('cash is rounded to the coin in the client’s favour', () => {
  expect(enEfectivo('356.04', 'recibimos', '0.10')).toBe('356.00')
  expect(enEfectivo('356.04', 'entregamos', '0.10')).toBe('356.10')
  expect(enEfectivo('356.10', 'entregamos', '0.10')).toBe('356.10')
  expect(enEfectivo('356.04', 'entregamos', null)).toBe('356.04')
})

test('the sale of the worked example: cost 5,266.36, profit 73.64, break-even 3.510909', () => {
  const posicion = { cantidad: decimal('11000'), costo: decimal('38620') }
  const sale = { monto: '1500.00', contravalor: '5340.00' }
  expect(resultado('venta', sale, posicion)).toEqual({
    costo: '5266.36',
    ganancia: '73.64',
    equilibrio: '3.510909',
  })
  expect(resultado('venta', { ...sale, monto: '11000.01' }, posicion)).toBeNull()
  expect(margen('venta', sale, { tasa: '3.5', metodo_calculo: 'd' })).toBe('90.00')
  expect(margen('compra', { monto: '100.00', contravalor: '350.00' }, COMPRA)).toBe('2.00')
})

test('what is missing on a side', () => {
  expect(resto('356.04', ['300.00', '61.00'], 2)).toBe('-4.96')
})

const amount = fc
  .bigInt({ min: 1n, max: 10n ** 14n })
  .map((n) => texto(decimal(String(n)).div(100), 2))
const tasas = fc
  .bigInt({ min: 1n, max: 10n ** 9n })
  .map((n) => texto(decimal(String(n)).div(10_000), 4))
const tipo = fc.constantFrom('compra', 'venta', 'canje')
const metodo = fc.constantFrom('m', 'd')

test('quoting either side never gives the client more than the rate does', () => {
  fc.assert(
    fc.property(
      tipo,
      amount,
      tasas,
      metodo,
      fc.boolean(),
      (t, value, tasa, metodo_calculo, byMonto) => {
        const q = montos(
          t,
          byMonto ? { monto: value } : { contravalor: value },
          { tasa, metodo_calculo },
          DEC,
        )
        const [gives, gets] = t === 'venta' ? [q.contravalor, q.monto] : [q.monto, q.contravalor]
        const exact = metodo_calculo === 'm' ? decimal(gives).times(decimal(tasa)) : null
        const fair = exact
          ? decimal(gets).lte(exact)
          : decimal(gets).times(decimal(tasa)).lte(decimal(gives))
        return fair
      },
    ),
    { numRuns: 3000 },
  )
})

test.each([
  // The client receives more or hands over less, never the opposite.
  ['compra', '50.00', '176.25', '0.00', '0.05', '0.00', 'US$ 50.00', 'S/ 176.30'],
  ['compra', '50.00', '176.25', '5.00', '0.05', '0.00', 'US$ 50.00', 'S/ 171.30'],
  ['venta', '25.00', '88.28', '0.00', '0.08', '0.00', 'S/ 88.20', 'US$ 25.00'],
  ['venta', '25.00', '88.28', '2.00', '0.08', '0.00', 'S/ 90.20', 'US$ 25.00'],
  ['canje', '50.00', '42.30', '2.53', '0.03', '0.00', 'US$ 50.00 y S/ 2.50', '€ 42.30'],
  // A fee is paid on top, or kept of what the client receives.
  ['compra', '50.00', '176.25', '5.00', '0.00', '3.50', 'US$ 50.00', 'S/ 167.75'],
  ['venta', '25.00', '88.28', '2.00', '0.00', '4.52', 'S/ 94.80', 'US$ 25.00'],
  ['canje', '50.00', '42.30', '2.53', '0.00', '0.13', 'US$ 50.00 y S/ 2.66', '€ 42.30'],
  ['canje', '50.00', '42.30', '0.00', '0.00', '0.00', 'US$ 50.00', '€ 42.30'],
  ['canje', '50.00', '42.30', '0.00', '0.00', '5.00', 'US$ 50.00 y S/ 5.00', '€ 42.30'],
] as const)(
  '19: what changes hands in cash in a %s of %s for %s',
  (tipo, monto, contravalor, servicio, redondeo, tarifa, entrega, recibe) => {
    const sign = (simbolo: string) => ({ iso: simbolo, simbolo, decimales: 2 })
    const counted = enMano(tipo, { monto, contravalor }, { servicio, redondeo, tarifa })
    const monedas = {
      divisa: sign('US$'),
      contramoneda: sign(tipo === 'canje' ? '€' : 'S/'),
      funcional: sign('S/'),
    }
    expect(manosDe(counted, monedas)).toEqual({ entrega, recibe })
  },
)

test('an exchange of dollars in notes for dollars by Zelle names each by its code', () => {
  const dolar = (iso: string) => ({ iso, simbolo: 'US$', decimales: 2 })
  const nada = { servicio: '0.00', redondeo: '0.00', tarifa: '0.00' }
  const counted = enMano('canje', { monto: '50.00', contravalor: '48.50' }, nada)
  const funcional = { iso: 'PEN', simbolo: 'S/', decimales: 2 }
  expect(manosDe(counted, { divisa: dolar('ZEL'), contramoneda: dolar('USD'), funcional })).toEqual(
    { entrega: 'ZEL 50.00', recibe: 'USD 48.50' },
  )
})
