import { expect, test } from 'vitest'
import { archivoEnPalabras, porLoQueLlevan } from './palabras.ts'

const cuenta = { nombre: 'BCP Soles', formato: 'Telecrédito', entran: [], fuera: [] }
const fuera = (orden_id: number, porque: string) => ({ orden_id, porque })

test('a file says how many of the orders it carries; one that carries none says why', () => {
  const one = { orden_id: 1, monto: '10.00' }
  expect(
    archivoEnPalabras({ ...cuenta, entran: [one], fuera: [fuera(2, 'está observada')] }, 2),
  ).toBe('BCP Soles · Telecrédito · 1 de 2')
  const none = [fuera(1, 'se paga en otra moneda'), fuera(2, 'se paga en otra moneda')]
  expect(archivoEnPalabras({ ...cuenta, fuera: none }, 2)).toBe(
    'BCP Soles · Telecrédito · ninguna: se paga en otra moneda',
  )
  // Of several reasons each order says its own below.
  expect(archivoEnPalabras({ ...cuenta, fuera: [fuera(1, 'a'), fuera(2, 'b')] }, 2)).toBe(
    'BCP Soles · Telecrédito · ninguna',
  )
})

test('the file that carries most of the orders is offered first', () => {
  const one = { orden_id: 1, monto: '10.00' }
  const cuentas = [
    { ...cuenta, nombre: 'A' },
    { ...cuenta, nombre: 'B', entran: [one] },
    { ...cuenta, nombre: 'C' },
    { ...cuenta, nombre: 'D', entran: [one, { ...one, orden_id: 2 }] },
  ]
  expect(porLoQueLlevan(cuentas).map(({ nombre }) => nombre)).toEqual(['D', 'B', 'A', 'C'])
})
