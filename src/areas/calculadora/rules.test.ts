import { expect, test } from 'vitest'
import { cotizacionInicial, enDivisa } from './rules.ts'

const VES = 1

test('the cards divide by the price, with 2 decimals', () => {
  expect(enDivisa('26206.00', '198.50')).toBe('132.02')
  expect(enDivisa('26206.00', '205.10')).toBe('127.77')
  expect(enDivisa('26206.00', '229.00')).toBe('114.44')
})

test('a house in bolívares begins with a corridor of its own, never with bolívares for bolívares', () => {
  const corridor = (pais: string, base_id: number, cotizacion_id: number) => ({
    ...{ pais, base_id, cotizacion_id },
  })
  const there = [corridor('pe', 2, VES), corridor('ve', 3, 4), corridor('ve', VES, 3)]
  expect(cotizacionInicial(2, { pais: 'pe', base: 2 }, [])).toBe(VES)
  expect(cotizacionInicial(VES, { pais: 've', base: VES }, there)).toBe(3)
  expect(cotizacionInicial(VES, { pais: 'co', base: VES }, there)).toBeNull()
})
