import { expect, test } from 'vitest'
import { destino } from './tablero.ts'

const columnas = [['1', '2', '3'], [], ['4', '5'], ['6']]

test.each([
  ['ArrowDown', '1', '2'],
  ['ArrowDown', '3', undefined],
  ['ArrowUp', '2', '1'],
  ['ArrowUp', '1', undefined],
  ['Home', '3', '1'],
  ['End', '1', '3'],
  // Empty columns are passed over; a shorter one is entered at its end.
  ['ArrowRight', '1', '4'],
  ['ArrowRight', '3', '5'],
  ['ArrowRight', '5', '6'],
  ['ArrowRight', '6', undefined],
  ['ArrowLeft', '4', '1'],
  ['ArrowLeft', '1', undefined],
  ['x', '1', undefined],
  ['ArrowDown', '99', undefined],
])('%s from %s leads to %s', (key, from, to) => {
  expect(destino(key, columnas, from)).toBe(to)
})
