import { expect, test } from 'vitest'
import { conTarifa, formasDelMostrador, tarifasAparte } from './pagos.ts'
import type { Linea, Opciones } from './tipos.ts'

/* what a way of paying of a foreign currency charges is in the functional one, apart from its payments. */

const fee = { pct: null, fija: '5.00', min: null, max: null }
const way = (id: number, moneda_id: number | null, tarifa: typeof fee | null) => ({
  ...{ id, moneda_id, tarifa, sentido: 'ambos', efectivo: false, cuentas: null },
})
const opciones = {
  funcional: { id: 2, decimales: 2 },
  tipos_pago: [way(1, null, null), way(2, 2, fee), way(3, 3, fee), way(4, 3, null)],
  cuentas: [{ id: 1, moneda_id: 3, tipo: 'banco' }],
} as unknown as Opciones
const line = (tipo_pago_id: number, resuelto = '100.00', cuenta_id = 1) =>
  ({ id: tipo_pago_id, tipo_pago_id, cuenta_id, resuelto, monto: resuelto }) as unknown as Linea & {
    resuelto: string
  }

test('the fee of such a payment stands beside it, and the sides are known before their amounts', () => {
  expect(conTarifa(opciones, [line(2), line(3), line(4)])).toMatchObject([
    { tarifa: '5.00' },
    { tarifa: '5.00', aparte: true },
    { tarifa: '0.00' },
  ])
  expect(conTarifa(opciones, [line(2)])[0]).not.toHaveProperty('aparte')
  expect(tarifasAparte(opciones, [line(2), line(3, ''), line(3, 'x'), line(4)])).toBe('5.00')
  expect(tarifasAparte(opciones, [line(3), line(3, '1.00', 2)])).toBe('10.00')
  expect(conTarifa(opciones, [line(3), line(3), line(3, '1.00', 2)])).toMatchObject([
    ...[{ tarifa: '5.00' }, { tarifa: '0.00' }, { tarifa: '5.00' }],
  ])
  expect(tarifasAparte(opciones, [])).toBe('0.00')
})

test('a swap, in which nobody pays in the functional currency, offers no such way', () => {
  const ids = (tipo: 'compra' | 'canje') =>
    formasDelMostrador(opciones, { tipo }, 'recibimos', 3).map(({ id }) => id)
  expect(ids('compra')).toEqual([1, 3, 4])
  expect(ids('canje')).toEqual([1, 4])
})
