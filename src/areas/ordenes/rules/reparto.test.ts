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
  pieza: null,
  ...more,
})
const montos = (...given: Parameters<typeof repartir>) => {
  const { falta, lineas } = repartir(...given)
  return { falta, montos: lineas.map(({ monto, comision }) => `${monto} + ${comision}`) }
}

test('one account that has enough pays it all', () => {
  expect(montos('700.00', [cuenta()], 2)).toEqual({ falta: '0.00', montos: ['700.00 + 0.00'] })
})

test('the next one pays what the first has not; what nobody has is lacking', () => {
  const cuentas = [cuenta({ disponible: '300.00' }), cuenta({ disponible: '250.50' })]
  expect(montos('500.00', cuentas, 2).montos).toEqual(['300.00 + 0.00', '200.00 + 0.00'])
  expect(montos('600.00', cuentas, 2).falta).toBe('49.50')
})

test('an account pays as often as its limit asks, while its day and month last', () => {
  const limited = cuenta({ limite_op: '200.00', resto_dia: '500.00' })
  expect(montos('700.00', [limited], 2)).toEqual({
    falta: '200.00',
    montos: ['200.00 + 0.00', '200.00 + 0.00', '100.00 + 0.00'],
  })
})

test('the charge of the bank has to be there too', () => {
  const charged = cuenta({ comision_pct: '0.3', comision_fija: '1.00' })
  expect(montos('1000.00', [charged], 2)).toEqual({ falta: '4.00', montos: ['996.00 + 3.99'] })
  expect(montos('500.00', [charged], 2).montos).toEqual(['500.00 + 2.50'])
})

test('an overdrawn account pays nothing', () => {
  expect(montos('10.00', [cuenta({ disponible: '-5.00' })], 2)).toEqual({
    falta: '10.00',
    montos: [],
  })
})

test('cash pays what there are notes and coins for, and the next account the rest', () => {
  const cuentas = [cuenta({ pieza: '0.1' }), cuenta({ cuenta_id: 2 })]
  expect(montos('700.07', cuentas, 2).montos).toEqual(['700.00 + 0.00', '0.07 + 0.00'])
  expect(montos('0.07', [cuenta({ pieza: '0.1' })], 2)).toEqual({ falta: '0.07', montos: [] })
})
