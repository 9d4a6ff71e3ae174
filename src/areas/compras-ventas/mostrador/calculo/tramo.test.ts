import { expect, test } from 'vitest'
import type { Borrador, Opciones, TasaMostrador } from './tipos.ts'
import { tramoDeBorrador } from './tramo.ts'

const moneda = (id: number, iso: string, simbolo: string) => ({
  ...{ id, iso, simbolo, nombre: iso, imagen: null, decimales: 2 },
})
const [PEN, USD] = [moneda(2, 'PEN', 'S/'), moneda(3, 'USD', 'US$')]
const common = { divisa: USD, contramoneda: PEN, precision: 3, tope: null }
const sells = { ...common, tipo: 'venta', metodo_calculo: 'd' }
const tasas = [
  { ...sells, historico_id: 1, tasa: '3.560', segmento: 'publico', desde: '0', hasta: '3550' },
  { ...sells, historico_id: 2, tasa: '3.550', segmento: 'mayorista', desde: '3550', hasta: null },
] as unknown as TasaMostrador[]
const opciones = { tasas } as unknown as Opciones

const of = (lado: 'monto' | 'contravalor', valor: string | null, more: Partial<Borrador> = {}) => {
  const borrador = { tipo: 'venta', divisa_id: 3, contramoneda_id: 2, cotizada: null, lado, valor }
  const { tasa, salto } = tramoDeBorrador(opciones, { ...borrador, ...more } as Borrador)
  return [tasa?.historico_id, salto]
}

test('the amount that the client hands over selects the segment, whichever side is typed', () => {
  expect(of('contravalor', '3549.99')).toEqual([1, null])
  expect(of('contravalor', '3550')).toEqual([2, null])
  expect(of('monto', '997')).toEqual([1, null])
  expect(of('monto', '1000')).toEqual([2, null])
})

test('a wholesale client has his rate from the first amount on', () => {
  const cliente = { id: 7, nombre: 'Ana', segmento: 'mayorista' } as const
  expect(of('contravalor', '100', { cliente })).toEqual([2, null])
  expect(of('monto', '998', { cliente })).toEqual([2, null])
  expect(of('contravalor', '100', { cliente: { ...cliente, segmento: 'publico' } })[0]).toBe(1)
})

test('empty or invalid input shows the public rate', () => {
  expect(of('monto', null)).toEqual([1, null])
  expect(of('monto', 'x')).toEqual([1, null])
  expect(of('monto', '5', { divisa_id: 9 })).toEqual([undefined, null])
})

test('for an amount that no segment yields exactly, the result of the next segment is given', () => {
  // 998 would cost 3,552.88 at the public rate, above its end, and 3,542.90 at the wholesale rate, below its start.
  expect(of('monto', '998')).toEqual([
    2,
    'Con S/ 3,550.00 rige la tasa mayorista y se entregan US$ 1,000.00.',
  ])
})

test('a quote from another screen holds for the amount passed with it', () => {
  const cotizada = { historico_id: 7, tasa: '3.540', valor: '100' }
  expect(of('monto', '100', { cotizada })).toEqual([7, null])
  expect(of('monto', '101', { cotizada })).toEqual([1, null])
})
