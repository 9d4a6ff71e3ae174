import { expect, test } from 'vitest'
import { dejaResto } from './pagos.ts'
import type { Borrador, Calculo, Opciones } from './tipos.ts'

const funcional = { id: 2, iso: 'PEN', simbolo: 'S/', decimales: 2, redondeo_efectivo: '0.1' }
const tipos_pago = [{ id: 1, efectivo: true }]
const opciones = { funcional, tipos_pago, tasas: [] } as unknown as Opciones
const side = { lado: 'entregamos', parte: 'contramoneda' } as const

/** The payment lines of one side with sum `total`; null is the line that takes the remainder. */
const deja = (total: string, ...lines: [monto: string | null, resuelto: string][]) => {
  const lineas = lines.map(([monto, resuelto], id) => ({
    ...{ id, ...side, tipo_pago_id: 1, monto, resuelto },
  })) as unknown as Calculo['lineas']
  const borrador = { contramoneda_id: 2, lineas } as unknown as Borrador
  const calculo = { lineas, esperados: [{ ...side, total }] } as unknown as Calculo
  return lineas.map((line) => dejaResto(opciones, borrador, calculo, line))
}

test('a typed line offers the remainder only when it differs from the typed amount', () => {
  expect(deja('352.00', ['352', '352'])).toEqual([false])
  expect(deja('352.00', ['300', '300'])).toEqual([true])
  expect(deja('352.00', ['300', '300'], ['50', '50'])).toEqual([true, true])
  expect(deja('352.00', ['300', '300'], ['52.00', '52.00'])).toEqual([false, false])
  expect(deja('352.00', ['300', '300'], [null, '52.00'])).toEqual([false, false])
})

test('cash rounding is not a remainder', () => {
  expect(deja('352.04', ['352.10', '352.10'])).toEqual([false])
})

test('invalid input can always be replaced by the remainder', () => {
  expect(deja('352.00', ['tres', 'tres'])).toEqual([true])
})
