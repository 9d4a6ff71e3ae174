import { expect, test } from 'vitest'
import { cubre, fueraDeRango, type Permiso } from './autorizacion.ts'

const permiso: Permiso = {
  id: 1,
  tipo: 'compra',
  divisa_id: 3,
  contramoneda_id: 2,
  cliente_id: 7,
  tasa: '3.6',
  monto: '100.00',
}
const borrador = {
  tipo: 'compra' as const,
  divisa_id: 3,
  contramoneda_id: 2,
  cliente: { id: 7, nombre: 'Ana' },
}

test('a rate is out of range beyond the cashier’s percentage', () => {
  const far = (tasa: string) => fueraDeRango({ desvio_pct: '1' }, { tasa: '3.520' }, tasa)
  expect([far('3.55'), far('3.56'), far('3.48')]).toEqual([false, true, true])
})

test('a permission covers rates and amounts within it, and nothing else', () => {
  const ok = (tasa: string, amount: string, of: object = {}, p: Permiso | null = permiso) =>
    cubre(p, { ...borrador, ...of }, '3.520', tasa, amount)
  expect(ok('3.6', '100')).toBe(true)
  expect(ok('3.58', '50')).toBe(true)
  expect(ok('3.601', '100')).toBe(false)
  expect(ok('3.4', '100')).toBe(false)
  expect(ok('3.6', '100.01')).toBe(false)
  expect(ok('3.6', '100', { tipo: 'venta' })).toBe(false)
  expect(ok('3.6', '100', { divisa_id: 6 })).toBe(false)
  expect(ok('3.6', '100', { contramoneda_id: 6 })).toBe(false)
  expect(ok('3.6', '100', { cliente: null })).toBe(false)
  expect(ok('3.6', '100', { cliente: null }, { ...permiso, cliente_id: null })).toBe(true)
  expect(ok('3.6', '100', {}, null)).toBe(false)
  // The published rate went past the permitted one, so the permitted range is on the other side.
  expect(cubre(permiso, borrador, '3.7', '3.62', '100')).toBe(true)
  expect(cubre(permiso, borrador, '3.7', '3.59', '100')).toBe(false)
})
