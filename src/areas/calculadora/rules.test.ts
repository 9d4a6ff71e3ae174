import { expect, test } from 'vitest'
import { enDivisa } from './rules.ts'

test('the cards divide by the price, with 2 decimals', () => {
  expect(enDivisa('26206.00', '198.50')).toBe('132.02')
  expect(enDivisa('26206.00', '205.10')).toBe('127.77')
  expect(enDivisa('26206.00', '229.00')).toBe('114.44')
})
