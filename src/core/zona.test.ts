import { expect, test } from 'vitest'
import { finDelDia, inicioDelDia } from './zona.ts'

test('a business day begins at midnight of Lima', () => {
  expect(inicioDelDia('2025-11-20')).toBe('2025-11-20T05:00:00.000Z')
  expect(inicioDelDia('2026-01-01')).toBe('2026-01-01T05:00:00.000Z')
  expect(finDelDia('2025-12-31')).toBe('2026-01-01T05:00:00.000Z')
})
