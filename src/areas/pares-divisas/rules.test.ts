import { expect, test } from 'vitest'
import { mayorVariacion, ordenados, spread, superaAlerta, variacion } from './rules.ts'

const par = { compra: '3.520', venta: '3.560' }

test('variation of a price in percent', () => {
  expect(variacion('3.520', '3.6256')).toBe('3.00')
  expect(variacion('3.520', '3.500')).toBe('-0.57')
  expect(mayorVariacion(par, { compra: '3.53', venta: '3.40' })).toBe('-4.49')
  expect(spread(par, 3)).toEqual({ monto: '0.040', pct: '1.14' })
  expect(ordenados({ compra: '3.56', venta: '3.56' })).toBe(true)
  expect(ordenados({ compra: '3.57', venta: '3.56' })).toBe(false)
})

test('the alert is compared exactly: a move equal to it is allowed', () => {
  expect(superaAlerta(par, { compra: '3.6256', venta: '3.64' }, '3')).toBe(false)
  expect(superaAlerta(par, { compra: '3.62561', venta: '3.64' }, '3')).toBe(true)
  expect(superaAlerta(par, { compra: '3.52', venta: '3.4' }, '3')).toBe(true)
})
