import { expect, test } from 'vitest'
import { decimal } from '../../core/dinero/decimal.ts'
import { type CuentaVista, choca, type Escrito, previa } from './rules.ts'

const PEN: CuentaVista = {
  moneda: { decimales: 2, funcional: true },
  saldo: '1000.00',
  minimo: '0.00',
  posicion: null,
  sin_posicion: false,
  precio: null,
}
const USD: CuentaVista = {
  moneda: { decimales: 2, funcional: false },
  saldo: '500.00',
  minimo: '0.00',
  posicion: { cantidad: '11000.00', costo: '38620.00' },
  sin_posicion: false,
  precio: '3.52',
}
const VACIO: Escrito = {
  motivo: 'sobrante',
  sentido: null,
  monto: null,
  contado: null,
  tasa_costo: null,
}
const solo = { limite: '500.00', usado: '0.00' }
const p = (e: Partial<Escrito>, cuenta = PEN, s = solo) => previa({ ...VACIO, ...e }, cuenta, s)

test('an amount goes the way of its reason; a correction, the way that is said', () => {
  expect(p({ monto: '5' })).toEqual({
    importe: '5.00',
    saldo: '1005.00',
    valor: '5.00',
    espera: false,
  })
  expect(p({ motivo: 'faltante', monto: '5' })).toMatchObject({ importe: '-5.00', saldo: '995.00' })
  expect(p({ motivo: 'correccion', monto: '5' })).toBeNull()
  expect(p({ motivo: 'correccion', sentido: 'sale', monto: '5' })?.importe).toBe('-5.00')
  expect(p({ motivo: 'correccion', sentido: 'entra', monto: '5' })?.importe).toBe('5.00')
})

test('of a count, the difference', () => {
  expect(p({ contado: '1004.50' })).toMatchObject({ importe: '4.50', saldo: '1004.50' })
  expect(p({ contado: '1000' })).toBeNull()
  expect(choca('sobrante', decimal('-4'))).toBe('de menos')
  expect(choca('faltante', decimal('4'))).toBe('de más')
  expect(choca('correccion', decimal('4'))).toBeNull()
  expect(choca('sobrante', decimal('4'))).toBeNull()
})

test('foreign money at average cost; what is new to the house at the cost that is said', () => {
  expect(p({ motivo: 'faltante', monto: '20' }, USD)).toMatchObject({ valor: '70.22' })
  expect(p({ motivo: 'sobrante', monto: '20' }, USD)).toMatchObject({ valor: '70.22' })
  expect(p({ motivo: 'aporte', monto: '20' }, USD)?.valor).toBeNull()
  expect(p({ motivo: 'aporte', monto: '20', tasa_costo: '3.5' }, USD)?.valor).toBe('70.00')
  const none = { ...USD, posicion: { cantidad: '0.00', costo: '0.00' }, sin_posicion: true }
  expect(p({ motivo: 'sobrante', monto: '20' }, none)?.valor).toBeNull()
  expect(p({ motivo: 'sobrante', monto: '20', tasa_costo: '3.5' }, none)?.valor).toBe('70.00')
})

test('what one may do alone counts what he did, and a small cost does not make an amount small', () => {
  expect(p({ monto: '500' })?.espera).toBe(false)
  expect(p({ monto: '500.01' })?.espera).toBe(true)
  expect(p({ monto: '300' }, PEN, { ...solo, usado: '300.00' })?.espera).toBe(true)
  expect(p({ motivo: 'aporte', monto: '1000', tasa_costo: '0.01' }, USD)?.espera).toBe(true)
  const blind = { ...USD, posicion: null }
  expect(p({ motivo: 'faltante', monto: '20' }, blind)).toMatchObject({ valor: null, espera: null })
  expect(p({ motivo: 'faltante', monto: '200' }, blind)?.espera).toBe(true)
})
