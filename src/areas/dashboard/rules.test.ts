import { expect, test } from 'vitest'
import { diaDeSemana, diferencia, fechaLarga, sumar } from './rules.ts'

test.each([
  ['10.00', '4.50', 1, '5.50'],
  ['4.50', '10.00', -1, '5.50'],
  ['-3.00', '2.00', -1, '5.00'],
  ['0.00', '0.00', 0, '0.00'],
  ['90071992547409930.10', '90071992547409930.00', 1, '0.10'],
] as const)('%s beside %s', (hoy, antes, signo, monto) => {
  expect(diferencia(hoy, antes)).toEqual({ signo, monto })
})

test('amounts are added without rounding errors', () => {
  expect(sumar('0.10', '0.20', '-0.30')).toBe('0.00')
  expect(sumar()).toBe('0.00')
})

test('a business day in words, in any time zone of the browser', () => {
  expect(diaDeSemana('2032-01-15')).toBe('jueves')
  expect(fechaLarga('2032-01-15')).toBe('Jueves, 15 de enero')
})
