import { expect, test } from 'vitest'
import type { Par } from '../contract.ts'
import { conBorrador, faltas, mismo, repetirDe, sinCambios } from './borrador.ts'

const divisa = (iso: string) => ({ iso }) as Par['divisa_base']
const par = {
  id: 1,
  compra: '3.520',
  venta: '3.560',
  precision: 3,
  alerta_pct: '3',
  divisa_base: divisa('USD'),
  divisa_cotizacion: divisa('PEN'),
} as Par
const borrador = (compra: string | null, venta: string | null) => ({ compra, venta, version: 1 })

test('the same number written otherwise is no change', () => {
  expect(mismo('3.520', '3.52')).toBe(true)
  expect(mismo('3.520', '3,52')).toBe(false)
  expect(mismo('3.520', null)).toBe(false)
  expect(sinCambios(par, borrador('3.52', '3.560'))).toBe(true)
  expect(sinCambios(par, borrador('3.53', '3.560'))).toBe(false)
})

test.each([
  [null, '3.560', { compra: 'Escriba el precio.' }],
  ['3,5', '3.560', { compra: 'Escriba un número válido.' }],
  ['0', '3.560', { compra: 'Debe ser mayor que cero.' }],
  ['1000000000', '3.560', { compra: 'Es demasiado grande.' }],
  ['3.5201', '3.560', { compra: 'Admite hasta 3 decimales.' }],
  ['3.561', '3.560', { venta: 'Menor que la compra.' }],
  ['3.560', '3.560', {}],
])('%s–%s: %o', (compra, venta, expected) => {
  expect(faltas(par, borrador(compra, venta))).toEqual(expected)
})

test('only what moves beyond the alert is typed twice, and only its own sides', () => {
  expect(repetirDe(par, { compra: '3.53', venta: '3.570' })).toBeNull()
  expect(repetirDe(par, { compra: '3.52', venta: '35.60' })).toEqual({
    id: 1,
    par: 'USD/PEN',
    variacion: '900.00',
    alerta: '3',
    escritos: { venta: '35.60' },
  })
})

test('what follows from the prices follows what is typed, as soon as it can be read', () => {
  expect(conBorrador(par, undefined)).toBe(par)
  expect(conBorrador(par, borrador('3.530', '3.570'))).toMatchObject({
    compra: '3.530',
    venta: '3.570',
  })
  expect(conBorrador(par, borrador('3.5', '3.4'))).toBe(par)
  expect(conBorrador(par, borrador(null, '3.570'))).toBe(par)
})
