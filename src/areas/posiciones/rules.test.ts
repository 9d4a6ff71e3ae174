import { expect, test } from 'vitest'
import type { PosicionFila } from './contract.ts'
import { parte, total } from './rules.ts'

const fila = (valor: string | null, costo: string): PosicionFila => ({
  moneda: { id: 3, iso: 'USD', nombre: 'Dólar', simbolo: 'US$', decimales: 2, imagen: null },
  cantidad: '1.00',
  ...{ debe: '0', neta: '1' },
  precio: null,
  precio_origen: null,
  valor,
  costo,
})

test('totals are exact and leave out positions without a value', () => {
  const filas = [fila('0.10', '0.30'), fila('0.20', '0.10'), fila(null, '5.00')]
  expect(total(filas, 'valor')).toBe('0.30')
  expect(total(filas, 'costo')).toBe('5.40')
  expect(total([], 'costo')).toBe('0.00')
})

test('shares are taken of the total value, and there are none when nothing has a value', () => {
  const [one, two, unknown] = [fila('100.00', '1'), fila('200.00', '1'), fila(null, '1')]
  const filas = [one, two, unknown]
  expect(filas.map((each) => parte(each, filas))).toEqual(['33.3', '66.7', null])
  expect(parte(fila('0.00', '1'), [fila('0.00', '1')])).toBeNull()
})
