import { expect, test } from 'vitest'
import { retrying } from './db.ts'

/** Work that fails so often with a code of PostgreSQL before it succeeds; counts how often it was tried. */
function failing(times: number, code: string) {
  const made = {
    tried: 0,
    work: async () => {
      made.tried += 1
      if (made.tried <= times) throw Object.assign(new Error(code), { code })
      return 'done'
    },
  }
  return made
}

test.each(['40P01', '40001'])(
  'what lost by %s is tried again, three times at most',
  async (code) => {
    const thrice = failing(3, code)
    expect(await retrying(thrice.work)).toBe('done')
    expect(thrice.tried).toBe(4)
    const always = failing(9, code)
    await expect(retrying(always.work)).rejects.toThrow(code)
    expect(always.tried).toBe(4)
  },
)

test.each(['23505', '55P03', '57014', 'CB001'])('%s is not tried again', async (code) => {
  const once = failing(1, code)
  await expect(retrying(once.work)).rejects.toThrow(code)
  expect(once.tried).toBe(1)
})
