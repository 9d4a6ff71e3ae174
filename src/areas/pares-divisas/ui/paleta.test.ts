import { expect, test } from 'vitest'
import type { Par } from '../contract.ts'
import precios from './paleta.ts'

const moneda = (iso: string, nombre: string) => ({ iso, nombre })
const par = (id: number, base: string, compra: string, venta: string, more = {}) =>
  ({
    ...{ id, compra, venta, precision: 3, pais_nombre: 'Perú', estatus: true },
    ...{ divisa_base: moneda(base, 'Dólar'), divisa_cotizacion: moneda('PEN', 'Sol'), ...more },
  }) as Par

const PARES = [
  par(1, 'USD', '3.520', '3.560'),
  par(2, 'EUR', '4.050', '4.150'),
  par(3, 'USD', '3.500', '3.600', { estatus: false }),
]
const halla = (typed: string, publica = true) =>
  precios(PARES, typed, () => publica).map(({ texto, search }) => [texto, search])

test.each([
  [
    'a pair',
    'usd pen',
    [
      ['USD/PEN', undefined],
      ['Publicar USD/PEN', { compra: '3.520', venta: '3.560' }],
    ],
  ],
  [
    'a pair in the other order',
    'pen/eur',
    [
      ['EUR/PEN', undefined],
      ['Publicar EUR/PEN', { compra: '4.050', venta: '4.150' }],
    ],
  ],
  [
    'a price alone',
    '3.6',
    [
      ['USD/PEN', undefined],
      ['Publicar USD/PEN: compra 3.600', { compra: '3.6' }],
      ['Publicar USD/PEN: venta 3.600', { venta: '3.6' }],
    ],
  ],
  [
    'a pair with both, the lower one buys',
    'usd 3.58 3.54',
    [
      ['USD/PEN', undefined],
      ['Publicar USD/PEN: compra 3.540, venta 3.580', { compra: '3.54', venta: '3.58' }],
    ],
  ],
  ['a price that no pair has', '8.1', []],
  ['more decimals than the pair has', 'usd 3.54321', [['USD/PEN', undefined]]],
  ['three numbers', 'usd 1 2 3', []],
  ['an ambiguous number', 'usd 3,5', []],
])('%s', (_, typed, lines) => {
  expect(halla(typed)).toEqual(lines)
})

test('who may not publish reads the prices and is offered no form', () => {
  expect(halla('usd pen 3.6', false)).toEqual([['USD/PEN', undefined]])
})
