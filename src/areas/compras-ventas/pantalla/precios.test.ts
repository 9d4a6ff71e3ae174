import { expect, test } from 'vitest'
import type { TasaMostrador } from '../mostrador/calculo/tipos.ts'
import { preciosDe } from './precios.ts'

const SOL = { id: 2 } as TasaMostrador['contramoneda']
const tasa = (tipo: TasaMostrador['tipo'], id: number, more: Partial<TasaMostrador> = {}) =>
  ({
    ...{ tipo, divisa: { id }, contramoneda: SOL, segmento: 'publico', desde: '0' },
    ...{ vencida: false, tasa: `${tipo} ${id}`, ...more },
  }) as TasaMostrador
const funcional = { id: 2 } as Parameters<typeof preciosDe>[0]['funcional']
const leidos = (tasas: TasaMostrador[]) =>
  preciosDe({ tasas, funcional }).map(({ divisa, compra, venta }) => [
    divisa.id,
    compra?.tasa ?? null,
    venta?.tasa ?? null,
  ])

test('a currency stands once, with the price of the smallest amount on each side', () => {
  expect(
    leidos([
      tasa('compra', 3),
      tasa('compra', 3, { desde: '1000', tasa: 'de mil' }),
      tasa('compra', 6),
      tasa('venta', 3),
    ]),
  ).toEqual([
    [3, 'compra 3', 'venta 3'],
    [6, 'compra 6', null],
  ])
})

test('a client is not shown another segment’s price, an expired one, or one against another currency', () => {
  expect(
    leidos([
      tasa('compra', 3, { segmento: 'mayorista' }),
      tasa('compra', 3, { vencida: true }),
      tasa('canje', 3),
      tasa('venta', 3, { contramoneda: { id: 6 } as TasaMostrador['contramoneda'] }),
    ]),
  ).toEqual([])
})
