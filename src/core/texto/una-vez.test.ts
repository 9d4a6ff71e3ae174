import { expect, test } from 'vitest'
import { unaVez } from './una-vez.ts'

test('it is made at its first use, and once, also when it is nothing', () => {
  let made = 0
  const nothing = unaVez(() => {
    made += 1
  })
  expect(made).toBe(0)
  nothing()
  expect(nothing()).toBeUndefined()
  expect(made).toBe(1)
})
