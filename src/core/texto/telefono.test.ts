import { expect, test } from 'vitest'
import { formatTelefono } from './telefono.ts'

test.each([
  ['+51941000009', '+51 941 000 009'],
  ['+584141234567', '+58 414 123 4567'],
  ['+15551234567', '+1 555 123 4567'],
  ['+59399123456', '+593 9912 3456'],
  ['+50761234567', '+507 6123 4567'],
  ['+5117654321', '+51 1765 4321'],
  ['+34612345678', '+34 612 345 678'],
  ['941000009', '941000009'],
  ['sin teléfono', 'sin teléfono'],
])('%s is read %s', (numero, said) => {
  expect(formatTelefono(numero)).toBe(said)
})
