import { expect, test } from 'vitest'
import { celular } from './contract.ts'

test.each([
  ['987 654 321', '987654321'],
  ['+51 987 654 321', '987654321'],
  ['+57 300-123-4567', '+573001234567'],
])('the mobile %s is kept as %s', (typed, kept) => {
  expect(celular.schema.parse(typed)).toBe(kept)
})

test.each(['887654321', '+51 1 444 1234', '300 123 4567', '+57'])('%s is no mobile', (typed) => {
  expect(celular.schema.safeParse(typed).success).toBe(false)
})
