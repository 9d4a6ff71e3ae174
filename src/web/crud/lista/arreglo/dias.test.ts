import { expect, test } from 'vitest'
import { diasDe, type Tramo, tramoDe } from './dias.ts'

test.each<[Tramo, string, string, string]>([
  ['hoy', '2025-11-20', '2025-11-20', '2025-11-20'],
  ['ayer', '2025-03-01', '2025-02-28', '2025-02-28'],
  ['semana', '2025-11-20', '2025-11-17', '2025-11-20'],
  ['semana', '2025-11-17', '2025-11-17', '2025-11-17'],
  ['semana', '2025-11-23', '2025-11-17', '2025-11-23'],
  ['mes', '2025-11-20', '2025-11-01', '2025-11-20'],
  ['mes-pasado', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['mes-pasado', '2024-03-31', '2024-02-01', '2024-02-29'],
])('%s of %s is from %s to %s, and is known again', (tramo, hoy, desde, hasta) => {
  expect(diasDe(tramo, hoy)).toEqual({ desde, hasta })
  const known = tramoDe({ desde, hasta }, hoy)
  expect(known && diasDe(known, hoy)).toEqual({ desde, hasta })
})

test('days of their own have no word', () => {
  expect(tramoDe({ desde: '2025-11-02', hasta: '2025-11-20' }, '2025-11-20')).toBe(undefined)
  expect(tramoDe({ desde: '2025-11-20' }, '2025-11-20')).toBe(undefined)
})
