import { expect, test } from 'vitest'
import type { Permiso } from '../mostrador/calculo/autorizacion.ts'
import { empezar } from '../mostrador/calculo/calculo.ts'
import type { Borrador, Opciones } from '../mostrador/calculo/tipos.ts'
import {
  conTasaNueva,
  lineaEnPalabras,
  lineasDe,
  pedidoDe,
  permisoPara,
  servicioJunto,
} from './juntas.ts'

const SOL = { id: 2, iso: 'PEN', simbolo: 'S/', decimales: 2 }
const rate = (id: number, iso: string, historico_id: number, tasa: string) => ({
  ...{ tipo: 'compra', historico_id, tasa, precision: 3, metodo_calculo: 'm' },
  ...{ divisa: { id, iso, simbolo: iso, decimales: 2 }, contramoneda: SOL },
  precio_servicio: null,
  precio_entra: null,
  ...{ desde: '0', hasta: null, tope: null, segmento: 'publico', posicion: null, tasa_costo: null },
})
const opciones = {
  ...{
    desvio_pct: '1',
    funcional: SOL,
    cuentas: [],
    tipos_pago: [],
    umbral_usd: '1200',
    limite_usd: null,
    servicio: { libre: false, reglas: [] },
  },
  tasas: [rate(3, 'USD', 10, '3.500'), rate(6, 'EUR', 20, '4.000')],
} as unknown as Opciones
const typed = (divisa_id: number, more: Partial<Borrador> = {}): Borrador => ({
  ...empezar(opciones, 'compra', { divisa_id, valor: '100' }),
  ...{ lineas: [], ...more },
})
const permiso = (id: number, tasa: string): Permiso => ({
  ...{ id, tasa, tipo: 'compra', divisa_id: 3, contramoneda_id: 2, cliente_id: null },
  monto: '100.00',
})

test('a kept rate is of its line alone: the others are sent at the rates that are in force', () => {
  const ticket = typed(6, { otras: [typed(3), typed(3)] })
  const kept = { 1: { historico_id: 9, tasa: '3.450' } }
  const { items } = pedidoDe(lineasDe(opciones, ticket, kept), {})
  expect(items.map((i) => [i.historico_id, i.tasa, i.mantener_tasa])).toEqual([
    [10, '3.500', undefined],
    [9, '3.450', true],
    [20, '4.000', undefined],
  ])
  const both = { ...kept, 2: { historico_id: 19, tasa: '3.950' } }
  const again = pedidoDe(lineasDe(opciones, ticket, both), {}).items
  expect(again.map((i) => i.historico_id)).toEqual([10, 9, 19])
})

test('a permission is of one line: back at the counter it has its own, and no line takes another’s', () => {
  const [a, b] = [permiso(1, '3.600'), permiso(2, '3.700')]
  const para = (draft: Borrador, last: Permiso | null = b) =>
    permisoPara(opciones, draft, { pedido: b, vigente: last })?.id
  const better = (tasa: string, more: Partial<Borrador> = {}) => typed(3, { tasa, ...more })
  expect(para(better('3.600', { permiso: a, otras: [better('3.700', { permiso: b })] }))).toBe(1)
  expect(para(better('3.700', { otras: [better('3.700', { permiso: b })] }))).toBeUndefined()
  expect(para(better('3.700', { permiso: a }))).toBe(2)
  expect(para(better('3.700', { permiso: b }), null)).toBeUndefined()
  // One within the range uses none, so that it stays for the line that needs it.
  expect(para(better('3.510'))).toBeUndefined()
})

test('who takes the new rate of one line keeps those that he kept of others, while their amounts stay', () => {
  const ticket = typed(6, { otras: [typed(3), typed(3)] })
  const kept = { 1: { historico_id: 9, tasa: '3.450' } }
  const after = { ...ticket, ...conTasaNueva(ticket, 0, kept) }
  const sent = (draft: Borrador) =>
    pedidoDe(lineasDe(opciones, draft), {}).items.map((i) => [i.historico_id, i.mantener_tasa])
  expect(sent(after)).toEqual([
    [10, undefined],
    [9, true],
    [20, undefined],
  ])
  const otras = after.otras?.map((one) => ({ ...one, valor: '101' })) ?? []
  expect(sent({ ...after, otras })[1]).toEqual([10, undefined])
  const typedLast = conTasaNueva(ticket, 1, { 2: { historico_id: 19, tasa: '3.950' } })
  expect(sent({ ...ticket, ...typedLast })[2]).toEqual([19, true])
})

/* the fee of a ticket is of all its operations, and said where its lines do not add up without it. */

const pequena = {
  ...{ nombre: 'Poco', segmento: null, divisa_id: 3, tipo: null, desde: null, hasta: '50' },
  ...{ pct: null, fija: '2', min: null, max: null },
}
const conRegla = { ...opciones, servicio: { libre: false, reglas: [pequena] } } as Opciones
const una = (valor: string) => typed(3, { valor })
const servicios = (borrador: Borrador) =>
  lineasDe(conRegla, borrador).map(({ calculo }) => calculo.servicio)

test('parts that are together at the bound of a rule pay as one operation does; below it they pay once', () => {
  expect(servicios(una('50'))).toEqual(['0'])
  expect(servicios({ ...una('20'), otras: [una('30')] })).toEqual(['0', '0'])
  expect(servicios({ ...una('19'), otras: [una('30')] })).toEqual(['2.00', '0.00'])
  // What is typed after a line changes what that line pays.
  expect(servicios({ ...typed(3, { valor: null }), otras: [una('30')] })).toEqual(['2.00'])
  // Euros are not of a rule of dollars.
  expect(servicios({ ...typed(6, { valor: '40' }), otras: [una('30')] })).toEqual(['2.00', '0'])
})

test('a line says the service that parts its countervalue from what changes hands', () => {
  const lineas = lineasDe(conRegla, { ...una('19'), otras: [una('30')] })
  expect(lineas.map((one) => lineaEnPalabras(one, conRegla.funcional))).toEqual([
    'Compra USD 30.00 a 3.500 = S/ 105.00, menos servicio S/ 2.00',
    'Compra USD 19.00 a 3.500 = S/ 66.50',
  ])
  expect(servicioJunto(lineas)).toBe('2.00')
})
