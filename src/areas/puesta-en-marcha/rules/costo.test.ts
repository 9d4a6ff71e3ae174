import { expect, test } from 'vitest'
import { costosDe, monedasSinCuenta } from './costo.ts'

const SOL = { id: 2, pais: 'pe' }
const par = (
  pais: string,
  base_id: number,
  cotizacion_id: number,
  compra: string,
  estatus = true,
) => ({
  ...{ pais, base_id, cotizacion_id, compra, precision: 3, estatus },
})

test.each([
  ['the counter: its purchase price', [par('pe', 3, 2, '3.520')], [[3, '3.520']]],
  [
    'what is paid out: the dollars whose sale brings it, at what they cost',
    [
      par('usd', 3, 1, '198.50'),
      par('usd', 3, 4, '4120.00'),
      par('usd', 3, 5, '950'),
      par('pe', 3, 2, '3.520'),
    ],
    [
      [3, '3.520'],
      [1, '0.017733'],
      [4, '0.00085437'],
      [5, '0.0037053'],
    ],
  ],
  ['no price of the currency that brings it', [par('usd', 3, 1, '198.50')], []],
  [
    'a pair that is switched off',
    [par('pe', 3, 2, '3.520', false), par('usd', 3, 1, '198.50')],
    [],
  ],
  [
    'another country’s market says nothing of the house’s own currency',
    [par('ec', 3, 2, '3.900'), par('usd', 3, 2, '3.400')],
    [],
  ],
])('%s', (_, pares, costs) => {
  expect([...costosDe(pares, SOL)].map(([id, { compra }]) => [id, compra])).toEqual(costs)
})

test('a house whose books are in the currency that brings it', () => {
  const costs = costosDe([par('usd', 3, 1, '198.50'), par('usd', 3, 6, '0.85')], {
    id: 3,
    pais: 'ec',
  })
  expect([...costs]).toEqual([
    [1, { compra: '0.0050378', precision: 7 }],
    [6, { compra: '1.1765', precision: 4 }],
  ])
})

const fuera = (pais: string, cotizacion_id: number, estatus = true) => ({
  ...{ pais, cotizacion_id, estatus },
})
const cuenta = (id: number) => ({ moneda: { id } })

test('a currency that is paid out and that no account holds is named once', () => {
  const pares = [
    fuera('pe', 2),
    fuera('usd', 1),
    fuera('ve', 1),
    fuera('co', 4),
    fuera('usd', 5, false),
  ]
  expect(monedasSinCuenta(pares, [cuenta(3)], SOL)).toEqual([1, 4])
  expect(monedasSinCuenta(pares, [cuenta(1), cuenta(4)], SOL)).toEqual([])
  expect(monedasSinCuenta([fuera('ve', 2), fuera('pe', 3)], [], SOL)).toEqual([])
})
