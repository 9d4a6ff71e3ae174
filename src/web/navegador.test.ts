import { expect, test } from 'vitest'
import { nuevoUuid } from './navegador.ts'

test('UUIDs are unique and need no API that is limited to secure pages', () => {
  const made = Array.from({ length: 1000 }, nuevoUuid)
  for (const uuid of made)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(made).size).toBe(1000)
})
