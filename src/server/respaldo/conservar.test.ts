import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conservar, desdeDonde, leerPlan } from './conservar.ts'

const at = (text: string) => new Date(text)
const kept = (fechas: string[], plan: [number, number, number]) => {
  const [dias, semanas, meses] = plan
  return conservar(fechas.map(at), { dias, semanas, meses }).map((fecha) =>
    fecha.toISOString().slice(0, 13),
  )
}

test('the last copy of each of so many days stays', () => {
  const all = [
    '2026-11-28T15:00:00Z',
    '2026-11-28T09:00:00Z',
    '2026-11-27T23:00:00Z',
    '2026-11-20T08:00:00Z',
  ]
  expect(kept(all, [2, 0, 0])).toEqual(['2026-11-28T15', '2026-11-27T23'])
  // Days without a copy are not counted.
  expect(kept(all, [3, 0, 0])).toEqual(['2026-11-28T15', '2026-11-27T23', '2026-11-20T08'])
})

test('weeks begin on Monday, months on their first', () => {
  // 2026-11-22 is a Sunday, 23 a Monday.
  const all = [
    '2026-11-24T10:00:00Z',
    '2026-11-23T10:00:00Z',
    '2026-11-22T10:00:00Z',
    '2026-10-31T10:00:00Z',
  ]
  expect(kept(all, [1, 2, 0])).toEqual(['2026-11-24T10', '2026-11-22T10'])
  expect(kept(all, [1, 0, 2])).toEqual(['2026-11-24T10', '2026-10-31T10'])
})

test('the newest always stays, and never more than the plan says', () => {
  const plan = fc.record({ dias: fc.nat(9), semanas: fc.nat(9), meses: fc.nat(9) })
  const fechas = fc.array(
    fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms)),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(plan, fechas, (each, some) => {
      const all = conservar(some, each)
      expect(all[0]?.getTime()).toBe(Math.max(...some.map((one) => one.getTime())))
      expect(all.length).toBeLessThanOrEqual(Math.max(1, each.dias + each.semanas + each.meses))
      // What stays, stays when it is asked again.
      expect(conservar(all, each)).toEqual(all)
    }),
  )
})

test('a plan is three numbers', () => {
  expect(leerPlan('7, 4,12')).toEqual({ dias: 7, semanas: 4, meses: 12 })
  for (const wrong of ['', '7', '0,4,12', '7,4', '7,4,12,1', 'siete']) {
    expect(() => leerPlan(wrong)).toThrow('CAMBISTA_RESPALDO_CONSERVAR')
  }
})

test('after a restore to an older day the log stays from where the house was then, on either timeline', () => {
  const copia = (dia: string, desde: string, identidad = '7') => ({
    fecha: new Date(`2026-11-${dia}T08:00:00Z`),
    manifiesto: { identidad, segmentos: [desde, desde] as const },
  })
  const plan = { dias: 2, semanas: 4, meses: 12 }
  const old = copia('01', '000000010000000000000010')
  const before = copia('27', '0000000100000000000000F0')
  const since = copia('28', '000000020000000000000020')
  expect(desdeDonde([since, before, old], plan)).toEqual(
    new Map([['7', since.manifiesto.segmentos[0]]]),
  )
  expect(desdeDonde([copia('28', '000000010000000000000005', '8'), before, old], plan)).toEqual(
    new Map([
      ['8', '000000010000000000000005'],
      ['7', '0000000100000000000000F0'],
    ]),
  )
})
