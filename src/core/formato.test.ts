import { expect, test } from 'vitest'
import {
  formatFecha,
  formatFechaCorta,
  formatFechaHora,
  formatHace,
  formatMonto,
  formatNumeroCorto,
  formatTasa,
  formatVence,
  parseMonto,
  sinCortar,
} from './formato.ts'

test.each([
  ['OR-2025-000480', '480'],
  ['OR-2024-000480', '2024-480'],
  ['CV-AQP-2025-000123', 'AQP-123'],
  ['CV-AQP-2024-1000123', 'AQP-2024-1000123'],
  ['n.º 5', 'n.º 5'],
])('writes %s in a row of a phone as %s', (numero, corto) => {
  expect(formatNumeroCorto(numero, Date.parse('2025-11-27T20:00:00Z'))).toBe(corto)
})

test.each([
  ['1500', '1500'],
  ['1,500.00', '1500'],
  ['1500.5', '1500.5'],
  ['1200+350', '1550'],
  ['2*300-50.50', '549.5'],
  [' 12,345,678.90 ', '12345678.9'],
  ['.5', '0.5'],
  ['007', '7'],
])('reads %j as %s', (typed, plain) => {
  expect(parseMonto(typed)).toBe(plain)
})

test('writes the day of a row of a phone in few letters, by the house’s clock', () => {
  // 02:00 UTC of the 28th: in Lima it is still the 27th.
  const now = Date.parse('2025-11-28T02:00:00Z')
  expect(formatFechaCorta('2025-11-27T19:34:00Z', now, true)).toBe('hoy 14:34')
  expect(formatFechaCorta('2025-11-25T19:34:00Z', now, true)).toBe('25/11 14:34')
  expect(formatFechaCorta('2024-11-25T19:34:00Z', now, true)).toBe('25/11/2024 14:34')
  expect(formatFechaCorta('2025-11-27', now)).toBe('hoy')
  expect(formatFechaCorta('2025-11-01', now)).toBe('01/11')
  expect(formatFechaCorta('2024-06-30', now)).toBe('30/06/2024')
})

test.each([
  '',
  '1,5',
  '1.500,00',
  '1,50',
  '12,34',
  '1500,50',
  'abc',
  '1e5',
  '1++2',
  '1-',
  '5/2',
  '(1)',
  '1..2',
  '١٢',
])('never guesses what %j means', (typed) => {
  expect(parseMonto(typed)).toBeNull()
})

test('does not read a comma without a point as thousands in a rate', () => {
  expect(parseMonto('3,560', { tasa: true })).toBeNull()
  expect(parseMonto('3,960.00', { tasa: true })).toBe('3960')
  expect(parseMonto('3,560')).toBe('3560')
})

test('formats money, rates and times in the Peruvian way', () => {
  expect(formatMonto('5340', { simbolo: 'S/', decimales: 2 })).toBe('S/ 5,340.00')
  expect(formatMonto('-1234.5', { simbolo: 'US$', decimales: 2 })).toBe('−US$ 1,234.50')
  expect(formatMonto('12345678901234567890.12', { simbolo: 'Bs', decimales: 2 })).toBe(
    'Bs 12,345,678,901,234,567,890.12',
  )
  expect(formatTasa('1046.2900000000', 2)).toBe('1,046.29')
  expect(formatFecha('2026-11-21')).toBe('21/11/2026')
  // At 02:00 UTC it is still the previous day in Lima.
  expect(formatFechaHora('2026-11-21T02:00:00Z')).toBe('20/11/2026, 21:00')
  expect(formatHace('2026-11-21T02:00:00Z', Date.parse('2026-11-21T02:05:00Z'))).toBe('hace 5 min')
})

test.each([
  ['2026-11-21T02:05:01Z', 'hace un momento'],
  ['2026-11-21T02:07:00Z', 'hace un momento'],
  ['2026-11-21T02:10:00Z', 'hace un momento'],
  ['2026-11-21T02:10:01Z', 'el 20/11/2026, 21:10'],
  ['2026-11-24T02:00:00Z', 'el 23/11/2026, 21:00'],
  ['2026-11-21T02:04:30Z', 'hace un momento'],
  ['2026-11-20T23:05:00Z', 'hace 3 h'],
  ['2026-11-18T02:05:00Z', 'hace 3 d'],
])('R-387: at 21:05 of a clock that may be behind, %s was %s', (momento, dicho) => {
  expect(formatHace(momento, Date.parse('2026-11-21T02:05:00Z'))).toBe(dicho)
})

test('says when something ends: on its day the hour, on another one the day too, and when it is over', () => {
  const ahora = Date.parse('2026-11-21T03:34:00Z') // 22:34 in Lima, on the 20th.
  expect(formatVence('2026-11-21T04:03:00Z', ahora)).toBe('vence a las 23:03')
  expect(formatVence('2026-11-22T03:03:00Z', ahora)).toBe('vence el 21/11/2026, 22:03')
  expect(formatVence('2026-11-21T03:03:00Z', ahora)).toBe('venció a las 22:03')
  expect(formatVence('2026-11-20T03:03:00Z', ahora)).toBe('venció el 19/11/2026, 22:03')
})

test('keeps each amount of a sentence on one line and lets the rest of the sentence wrap', () => {
  expect(sinCortar('El cliente entrega US$ 77.00 y recibe S/ 271.04.')).toBe(
    'El cliente entrega US$\u00a077.00 y recibe S/\u00a0271.04.',
  )
})
