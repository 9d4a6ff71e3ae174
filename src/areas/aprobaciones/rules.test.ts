import { expect, test } from 'vitest'
import { aparteDe, siguenIgual, sumasDe } from './rules.ts'

const llana = { sola: false, confirma: {}, aviso: null }

test('a set leaves out what asks for a choice, a password or a second factor, and what looks odd', () => {
  expect(aparteDe(llana, true)).toBeNull()
  expect(aparteDe(llana, false)).toBe('tipo')
  expect(aparteDe({ ...llana, sola: true }, true)).toBe('propia')
  expect(aparteDe({ ...llana, confirma: null }, true)).toBe('pantalla')
  expect(aparteDe({ ...llana, aviso: 'El saldo cambió.' }, true)).toBe('aviso')
})

test('what goes out is not set off against what comes in', () => {
  const of = (moneda_id: number, monto: string) => ({ importes: [{ moneda_id, monto }] })
  expect(sumasDe([of(1, '-5000.00'), of(1, '5000.00'), of(2, '3.00'), { importes: [] }])).toEqual({
    entra: [
      { moneda_id: 1, monto: '5000.00' },
      { moneda_id: 2, monto: '3.00' },
    ],
    sale: [{ moneda_id: 1, monto: '5000.00' }],
  })
})

test('a mark goes with any change of its request', () => {
  const [one, two] = [
    { id: 1, importe: 'S/ 20.00' },
    { id: 2, importe: 'S/ 20.00' },
  ] as const
  expect(siguenIgual([one, two], [{ ...one }, { ...two, importe: 'S/ 2,000.00' }])).toEqual([one])
})
