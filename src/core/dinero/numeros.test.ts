import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalSchema } from '../fields.ts'
import { decimal, decimalesDe, dividir, leerDecimal, redondear, texto } from './decimal.ts'
import { porQueNoEsMonto } from './ilegible.ts'
import { costoDeSalida } from './posicion.ts'
import { convertir, cotizar } from './tasa.ts'

const d = decimal

test.each([
  '',
  'NaN',
  '1e5',
  '1e400',
  '0x10',
  ' 1',
  '1 ',
  '+1',
  '1,5',
  '01',
  '.5',
  '5.',
  '--1',
  'Infinity',
  '1.12345678901',
  '9'.repeat(30),
])('refuses %j as a decimal', (text) => {
  expect(() => d(text)).toThrow(RangeError)
})

test('rounds down, up or half away from zero, as the mode says', () => {
  expect(texto(redondear(d('2.345'), 2, 'medio'), 2)).toBe('2.35')
  expect(texto(redondear(d('-2.345'), 2, 'medio'), 2)).toBe('-2.35')
  expect(texto(redondear(d('2.349'), 2, 'abajo'), 2)).toBe('2.34')
  expect(texto(redondear(d('2.341'), 2, 'arriba'), 2)).toBe('2.35')
  expect(texto(d('-0.001'), 2)).toBe('0.00')
  expect(decimalesDe('1.500')).toBe(1)
})

test('rounds the exact quotient of a division', () => {
  expect(texto(dividir(d('2'), d('3'), 4, 'abajo'), 4)).toBe('0.6666')
  expect(texto(dividir(d('2'), d('3'), 4, 'arriba'), 4)).toBe('0.6667')
  // The quotient is exactly 1.00, so it is not rounded up.
  expect(texto(dividir(d('3'), d('3'), 2, 'arriba'), 2)).toBe('1.00')
})

test('500 PEN quotes 26,206.00 VES and 26,206.00 VES quotes 500 PEN', () => {
  const tasa = { tasa: '52.412', metodo_calculo: 'm' } as const
  const two = { envia: 2, recibe: 2 }
  expect(cotizar({ envia: '500' }, tasa, two)).toEqual({ envia: '500.00', recibe: '26206.00' })
  expect(cotizar({ recibe: '26206' }, tasa, two)).toEqual({ envia: '500.00', recibe: '26206.00' })
  const cop = { tasa: '21.00', metodo_calculo: 'd' } as const
  expect(cotizar({ envia: '100000' }, cop, two).recibe).toBe('4761.90')
})

test('a reverse quote never gives the client more than the direct one', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((n) => texto(d(String(n)).div(100), 2))
  const rate = fc
    .bigInt({ min: 1n, max: 10n ** 10n })
    .map((n) => texto(d(String(n)).div(10_000), 4))
  const metodo = fc.constantFrom('m' as const, 'd' as const)
  fc.assert(
    fc.property(amount, rate, metodo, (recibe, tasa, metodo_calculo) => {
      const rule = { tasa, metodo_calculo }
      const { envia } = cotizar({ recibe }, rule, { envia: 2, recibe: 2 })
      return convertir(d(envia), rule, 2, 'abajo').gte(d(recibe))
    }),
    { numRuns: 3000 },
  )
})

test('an outflow costs its average, the last unit all the remaining cost, and more than the holding is refused', () => {
  const usd = { cantidad: d('11000'), costo: d('38620') }
  expect(texto(costoDeSalida(usd, d('1500')), 2)).toBe('5266.36')
  const ves = { cantidad: d('1212000'), costo: d('21500') }
  expect(texto(costoDeSalida(ves, d('26206')), 2)).toBe('464.88')
  const odd = { cantidad: d('3'), costo: d('10') }
  expect(texto(costoDeSalida(odd, d('1')), 2)).toBe('3.33')
  expect(texto(costoDeSalida(odd, d('3')), 2)).toBe('10.00')
  expect(() => costoDeSalida(odd, d('3.01'))).toThrow(RangeError)
})

test.each(['01', '00', '-01', '007.50', '+1', '1+', '.5', '5.', '1e3', '', ' 1', '1,5', '0x1'])(
  '%j is no amount, for every field alike (R-154)',
  (text) => {
    expect(leerDecimal(text)).toBeNull()
    expect(() => decimal(text)).toThrow(RangeError)
    expect(decimalSchema({ decimales: 2 }).safeParse(text).success).toBe(false)
  },
)

test.each([
  ['0', /mayor que cero/],
  ['-5', /mayor que cero/],
  ['1O', /^No se entiende/],
  ['1,5', /^No se entiende/],
])('%s is no amount, for a reason', (typed, why) => {
  expect(porQueNoEsMonto(typed)).toMatch(why)
})
