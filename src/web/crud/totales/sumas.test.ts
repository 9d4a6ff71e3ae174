import { expect, test } from 'vitest'
import { montosEnTexto, sumadas } from './sumas.ts'

const moneda = (iso: string, simbolo: string) => ({ iso, simbolo, decimales: 2 })
const [usd, zelle, soles] = [moneda('USD', 'US$'), moneda('ZEL', 'US$'), moneda('PEN', 'S/')]

test('two currencies with one symbol are not added, and their amounts are told apart by their codes', () => {
  const each = sumadas([
    ['10.00', usd],
    ['5.50', zelle],
    ['2.25', usd],
    [null, usd],
    ['1.00', undefined],
    ['7.00', soles],
  ])
  expect(montosEnTexto(each)).toEqual(['USD 12.25', 'ZEL 5.50', 'S/ 7.00'])
})

test('a currency is named by its symbol where nothing else that is shown has it', () => {
  expect(
    montosEnTexto([
      ['10.00', usd],
      ['0.00', zelle],
      ['-7.00', soles],
    ]),
  ).toEqual(['US$ 10.00', '−S/ 7.00'])
  expect(
    montosEnTexto([
      ['10.00', usd],
      ['1.00', usd],
    ]),
  ).toEqual(['US$ 10.00', 'US$ 1.00'])
})
