import { expect, test } from 'vitest'
import { type CuentaDePago, repartir } from './reparto.ts'

const cuenta = (more: Partial<CuentaDePago> = {}): CuentaDePago => ({
  cuenta_id: 1,
  cuenta: 'Banesco',
  disponible: '1000.00',
  limite_op: null,
  resto_dia: null,
  resto_mes: null,
  comision_pct: '0',
  comision_fija: '0',
  de_la_forma: false,
  pieza: null,
  ...more,
})
const montos = (...given: Parameters<typeof repartir>) => {
  const { falta, lineas } = repartir(...given)
  return { falta, montos: lineas.map(({ monto, comision }) => `${monto} + ${comision}`) }
}

test('one account with enough funds pays everything', () => {
  expect(montos('700.00', [cuenta()], 2)).toEqual({ falta: '0.00', montos: ['700.00 + 0.00'] })
})

test('the next account pays the rest, and what no account has is the shortage', () => {
  const cuentas = [cuenta({ disponible: '300.00' }), cuenta({ disponible: '250.50' })]
  expect(montos('500.00', cuentas, 2).montos).toEqual(['300.00 + 0.00', '200.00 + 0.00'])
  expect(montos('600.00', cuentas, 2).falta).toBe('49.50')
})

test('an account pays several times up to its limits per operation, day and month', () => {
  const limited = cuenta({ limite_op: '200.00', resto_dia: '500.00' })
  expect(montos('700.00', [limited], 2)).toEqual({
    falta: '200.00',
    montos: ['200.00 + 0.00', '200.00 + 0.00', '100.00 + 0.00'],
  })
})

test('the bank’s fee must be covered too', () => {
  const charged = cuenta({ comision_pct: '0.3', comision_fija: '1.00' })
  expect(montos('1000.00', [charged], 2)).toEqual({ falta: '4.00', montos: ['996.00 + 3.99'] })
  expect(montos('500.00', [charged], 2).montos).toEqual(['500.00 + 2.50'])
})

test('a fixed part is charged once: of the way for all its accounts, else of each account', () => {
  const limited = { comision_pct: '0.5', comision_fija: '9.00', limite_op: '101.00' }
  const two = (de_la_forma: boolean) =>
    [1, 2].map((cuenta_id) => cuenta({ ...limited, cuenta_id, de_la_forma, resto_dia: '250.00' }))
  // 0.505 of each part: a rounding is made good by the next.
  expect(montos('303.00', two(true), 2).montos).toEqual([
    ...['101.00 + 9.51', '101.00 + 0.50', '37.80 + 0.19', '63.20 + 0.32'],
  ])
  expect(montos('303.00', two(false), 2).montos.at(-1)).toBe('63.20 + 9.32')
})

test('an overdrawn account pays nothing', () => {
  expect(montos('10.00', [cuenta({ disponible: '-5.00' })], 2)).toEqual({
    falta: '10.00',
    montos: [],
  })
})

test('cash pays what notes and coins can make, and the next account the rest', () => {
  const cuentas = [cuenta({ pieza: '0.1' }), cuenta({ cuenta_id: 2 })]
  expect(montos('700.07', cuentas, 2).montos).toEqual(['700.00 + 0.00', '0.07 + 0.00'])
  expect(montos('0.07', [cuenta({ pieza: '0.1' })], 2)).toEqual({ falta: '0.07', montos: [] })
})
