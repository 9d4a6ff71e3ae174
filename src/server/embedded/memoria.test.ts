import { expect, test } from 'vitest'
import { ajusteDeMemoria, avisoDeFrase } from './memoria.ts'

const MB = 1 << 20

test('a group of little memory gets fewer connections and a small cache; others are left as they are', () => {
  expect(ajusteDeMemoria(384 * MB)).toEqual({
    conexiones: 3,
    postgres: expect.objectContaining({ shared_buffers: '32MB' }),
  })
  const usual = { conexiones: null, postgres: {} }
  // Without a limit Node says 0, or all that a number holds.
  for (const bytes of [0, 1024 * MB, 2 ** 64]) expect(ajusteDeMemoria(bytes)).toEqual(usual)
})

test('what the phrase takes is told where it may not fit', () => {
  expect(avisoDeFrase(384 * MB)).toMatch(/pide 256 MB .*hay 384 MB para todo.*dele 768 MB/)
  for (const bytes of [0, 768 * MB, 2 ** 64]) expect(avisoDeFrase(bytes)).toBeNull()
})
