import { expect, test } from 'vitest'
import { iniciales } from './iniciales.ts'

test.each([
  ['Banco de la Nación', 'BN'],
  ['Interbank', 'IN'],
  ['BCP', 'BC'],
  ['  banco   del  pacífico  ', 'BP'],
  ['Scotiabank Perú S.A.', 'SP'],
  ['N26', 'N2'],
  ['Ñ', 'Ñ'],
  ['de la', '?'],
  ['—', '?'],
])('%s → %s', (nombre, letras) => {
  expect(iniciales(nombre)).toBe(letras)
})
