import { expect, test } from 'vitest'
import { ajusteDeMemoria } from './memoria.ts'

const MB = 1 << 20

test('a group of little memory gets fewer connections and a small cache; others are left as they are', () => {
  expect(ajusteDeMemoria(384 * MB)).toEqual({
    conexiones: 4,
    postgres: expect.objectContaining({ shared_buffers: '32MB' }),
  })
  const usual = { conexiones: null, postgres: {} }
  // Without a limit Node says 0, or all that a number holds.
  for (const bytes of [0, 1024 * MB, 2 ** 64]) expect(ajusteDeMemoria(bytes)).toEqual(usual)
})
