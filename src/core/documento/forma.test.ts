import { expect, test } from 'vitest'
import { formaEnPalabras, formaEsperada } from './forma.ts'
import { esForma, formaDePalabras } from './forma-escrita.ts'

test.each([
  ['20 dígitos', '^\\d{20}$', '20 dígitos'],
  ['20', '^\\d{20}$', '20 dígitos'],
  ['de 6 a 12 dígitos', '^\\d{6,12}$', 'de 6 a 12 dígitos'],
  [' 6-12 ', '^\\d{6,12}$', 'de 6 a 12 dígitos'],
  ['6 a 6 digitos', '^\\d{6}$', '6 dígitos'],
  ['empieza con 9, luego 8 dígitos', '^9\\d{8}$', 'empieza con 9, luego 8 dígitos'],
  ['Empieza por es y 22 dígitos', '^ES\\d{22}$', 'empieza con ES, luego 22 dígitos'],
  ['0134 y 16 dígitos', '^0134\\d{16}$', 'empieza con 0134, luego 16 dígitos'],
])('«%s» is stored as %s and read as «%s», which is stored as the same', (typed, patron, words) => {
  expect(formaDePalabras(typed)).toBe(patron)
  expect(formaEnPalabras(patron)).toBe(words)
  expect(formaDePalabras(words)).toBe(patron)
})

test.each(['^[A-Z]{2}\\d{4}$', 'veinte', '0 dígitos', '12 a 6', '41', 'empieza con 9', ''])(
  'what has no words stays as it was typed: «%s»',
  (text) => {
    expect(formaDePalabras(text)).toBe(text)
    expect(formaEnPalabras(text)).toBe(text)
  },
)

test('an expression says something of its signs, and compiles', () => {
  expect(['^\\d{20}$', '[0-9]+'].map(esForma)).toEqual([true, true])
  expect(['veinte', '20 dígitos', '^(', '41'].map(esForma)).toEqual([false, false, false, false])
})

test('a refusal says the words, and never an expression', () => {
  expect(formaEsperada('^\\d{20}$')).toBe(' (20 dígitos)')
  expect(['^[A-Z]{2}$', ''].map(formaEsperada)).toEqual(['', ''])
})
