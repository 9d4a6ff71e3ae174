import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asiento, sumasPorMoneda } from './asiento.ts'
import { decimal, decimalesDe, dividir, redondear, texto } from './decimal.ts'
import { adquirir, costoPromedio, disponer } from './posicion.ts'
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

test('rounds as it says, half away from zero where it says so', () => {
  expect(texto(redondear(d('2.345'), 2, 'medio'), 2)).toBe('2.35')
  expect(texto(redondear(d('-2.345'), 2, 'medio'), 2)).toBe('-2.35')
  expect(texto(redondear(d('2.349'), 2, 'abajo'), 2)).toBe('2.34')
  expect(texto(redondear(d('2.341'), 2, 'arriba'), 2)).toBe('2.35')
  expect(texto(d('-0.001'), 2)).toBe('0.00')
  expect(decimalesDe('1.500')).toBe(1)
})

test('divides as if from the endless quotient', () => {
  expect(texto(dividir(d('2'), d('3'), 4, 'abajo'), 4)).toBe('0.6666')
  expect(texto(dividir(d('2'), d('3'), 4, 'arriba'), 4)).toBe('0.6667')
  // 1.00 exactly: nothing to round up.
  expect(texto(dividir(d('3'), d('3'), 2, 'arriba'), 2)).toBe('1.00')
})

test('500 PEN and 26,206.00 VES quote each other', () => {
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

test('the worked example of positions (spec 1.3)', () => {
  let usd = { cantidad: d('10000'), costo: d('35100') }
  usd = adquirir(usd, d('1000'), d('3520'))
  expect(texto(costoPromedio(usd) ?? d('0'), 6)).toBe('3.510909')
  const sale = disponer(usd, d('1500'))
  expect(texto(sale.costo, 2)).toBe('5266.36')
  expect(texto(sale.posicion.costo, 2)).toBe('33353.64')
  const ves = adquirir({ cantidad: d('800000'), costo: d('14400') }, d('412000'), d('7100'))
  expect(texto(costoPromedio(ves, 8) ?? d('0'), 8)).toBe('0.01773927')
  expect(texto(disponer(ves, d('26206')).costo, 2)).toBe('464.88')
})

test('the last unit takes all the cost, and more than there is does not leave', () => {
  const odd = { cantidad: d('3'), costo: d('10') }
  const first = disponer(odd, d('1'))
  const last = disponer(first.posicion, d('2'))
  expect(texto(last.posicion.costo, 2)).toBe('0.00')
  expect(costoPromedio(last.posicion)).toBeNull()
  expect(() => disponer(odd, d('3.01'))).toThrow(RangeError)
})

test('an entry cannot exist unbalanced, with one leg, or with a leg of nothing', () => {
  const leg = (cuenta: string, moneda: string, importe: string) => ({
    cuenta,
    moneda,
    importe: d(importe),
  })
  const good = [leg('caja', 'PEN', '5'), leg('banco', 'PEN', '-5')]
  expect(asiento(good).apuntes).toHaveLength(2)
  expect(() => asiento([leg('caja', 'PEN', '5'), leg('banco', 'USD', '-5')])).toThrow(/unbalanced/)
  expect(() => asiento(good.slice(0, 1))).toThrow(/two legs/)
  expect(() => asiento([...good, leg('caja', 'PEN', '0')])).toThrow(/not zero/)
  expect(sumasPorMoneda(good).get('PEN')?.eq(0)).toBe(true)
})
