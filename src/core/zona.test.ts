import { expect, test } from 'vitest'
import { formatFechaHora } from './formato.ts'
import { diaDe, finDelDia, inicioDelDia, LIMA, ponerZona } from './zona.ts'

test('a business day begins at midnight of Lima', () => {
  expect(inicioDelDia('2025-11-20')).toBe('2025-11-20T05:00:00.000Z')
  expect(inicioDelDia('2026-01-01')).toBe('2026-01-01T05:00:00.000Z')
  expect(finDelDia('2025-12-31')).toBe('2026-01-01T05:00:00.000Z')
})

test('where clocks are changed, a day has 23 or 25 hours, and begins when the clock shows it', () => {
  ponerZona('America/Santiago')
  try {
    // Santiago sets its clock ahead at midnight of 7 September 2025: the day begins at one o'clock.
    expect([inicioDelDia('2025-09-07'), finDelDia('2025-09-07')]).toEqual([
      '2025-09-07T04:00:00.000Z',
      '2025-09-08T03:00:00.000Z',
    ])
    expect(diaDe(Date.parse('2025-11-22T03:30:00Z'))).toBe('2025-11-22')
    expect(formatFechaHora('2025-07-01T12:00:00Z')).toBe('01/07/2025, 08:00')
  } finally {
    ponerZona(LIMA)
  }
  expect(diaDe(Date.parse('2025-11-22T03:30:00Z'))).toBe('2025-11-21')
})
