import { expect, test } from 'vitest'
import type { DomainError } from '../../core/errors.ts'
import { clienteDe } from './palabras.ts'
import { diasDe, type Periodo, periodoDe } from './rules.ts'

const HOY = '2025-11-20'
const of = (periodo?: Periodo, desde?: string, hasta?: string, hoy = HOY) => {
  const { periodo: p, antes } = periodoDe(
    { periodo, ...(desde && { desde }), ...(hasta && { hasta }) },
    hoy,
  )
  return [p.desde, p.hasta, antes.desde, antes.hasta]
}

test.each<[Periodo | undefined, string[]]>([
  ['hoy', ['2025-11-20', '2025-11-20', '2025-11-19', '2025-11-19']],
  ['ayer', ['2025-11-19', '2025-11-19', '2025-11-18', '2025-11-18']],
  // A Thursday: from Monday on, compared with the same days a week before.
  ['semana', ['2025-11-17', '2025-11-20', '2025-11-10', '2025-11-13']],
  ['mes', ['2025-11-01', '2025-11-20', '2025-10-01', '2025-10-20']],
  [undefined, ['2025-11-01', '2025-11-20', '2025-10-01', '2025-10-20']],
])('%s', (periodo, days) => {
  expect(of(periodo)).toEqual(days)
})

test('a month is compared with a shorter one, and its last day with the whole month before', () => {
  expect(of('mes', undefined, undefined, '2025-03-30').slice(2)).toEqual([
    '2025-02-01',
    '2025-02-28',
  ])
  expect(of('mes', undefined, undefined, '2025-02-28').slice(2)).toEqual([
    '2025-01-01',
    '2025-01-31',
  ])
  expect(of('semana', undefined, undefined, '2025-11-16').slice(0, 2)).toEqual([
    '2025-11-10',
    '2025-11-16',
  ])
})

test('dates are compared with as many days before, and a whole month with a whole month', () => {
  expect(of(undefined, '2025-11-10', '2025-11-12')).toEqual([
    '2025-11-10',
    '2025-11-12',
    '2025-11-07',
    '2025-11-09',
  ])
  expect(of('rango', '2025-10-01', '2025-10-31').slice(2)).toEqual(['2025-09-01', '2025-09-30'])
  expect(of('rango', '2024-03-01', '2024-03-31').slice(2)).toEqual(['2024-02-01', '2024-02-29'])
  expect(of('rango', '2025-11-18').slice(0, 2)).toEqual(['2025-11-18', HOY])
  expect(diasDe({ desde: '2024-01-01', hasta: '2024-12-31' })).toBe(366)
})

test.each([
  [undefined, '2025-11-20', /desde qué día/],
  ['2025-11-20', '2025-11-19', /antes que el inicial/],
  ['2024-01-01', '2025-01-01', /como máximo un año/],
])('%s to %s is refused', (desde, hasta, words) => {
  try {
    of('rango', desde, hasta)
    expect.unreachable()
  } catch (error) {
    expect((error as DomainError).errors?.[0]?.msg).toMatch(words)
  }
})

test('a movement that no client may have names none, not an occasional one', () => {
  const of = (tipo: Parameters<typeof clienteDe>[0]['tipo'], cliente: string | null = null) =>
    clienteDe({ tipo, cliente })
  expect(of('transferencia')).toBe('—')
  expect(of('otro')).toBe('—')
  expect(of('venta')).toBe('Ocasional')
  expect(of('orden', 'Ana')).toBe('Ana')
})
