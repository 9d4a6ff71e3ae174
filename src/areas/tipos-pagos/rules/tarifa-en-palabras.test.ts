import { expect, test } from 'vitest'
import { tarifaEnPalabras } from './tarifa-en-palabras.ts'

const SOLES = { simbolo: 'S/', decimales: 2 }
const NADA = { pct: null, fija: null, min: null, max: null }

test.each([
  [NADA, null],
  [{ ...NADA, pct: '1.5' }, '1.5 %'],
  [{ ...NADA, fija: '2' }, 'S/ 2.00'],
  [{ ...NADA, pct: '1', min: '0.5' }, '1 %, desde S/ 0.50'],
  [{ ...NADA, pct: '1', max: '10' }, '1 %, hasta S/ 10.00'],
  [{ pct: '1', fija: '2', min: '3', max: '10' }, '1 % + S/ 2.00, de S/ 3.00 a S/ 10.00'],
])('%j reads %s', (tarifa, words) => {
  expect(tarifaEnPalabras(tarifa, SOLES)).toBe(words)
})
