import { expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
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

test.each([
  ['Ana', 'Ana'],
  ['Ana, Luis', 'Ana o Luis'],
  ['Ana, Luis, Óscar', 'Ana, Luis u Óscar'],
])('%s: a refusal says that any of them will do', (quienes, said) => {
  const { message } = new DomainError('CONCILIA_OTRO', { quienes })
  expect(message).toContain(`otra persona (${said})`)
})
