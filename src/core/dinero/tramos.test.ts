import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal, texto } from './decimal.ts'
import { cotizar } from './tasa.ts'
import { type Segmento, type Tramo, tramoDe, tramoParaRecibir, tramosPara } from './tramos.ts'

const both = { envia: 2, recibe: 2 }
const cents = (n: number) => texto(decimal(String(n)).div(100), 2)

/** A ladder of one to four steps with random bounds, methods and rates; the first step begins at `least`. */
const escalera = (least: fc.Arbitrary<number>) =>
  fc
    .tuple(
      least,
      fc.uniqueArray(fc.integer({ min: 1_001, max: 5_000_000 }), { maxLength: 3 }),
      fc.array(
        fc.record({
          metodo_calculo: fc.constantFrom<'m' | 'd'>('m', 'd'),
          tasa: fc
            .integer({ min: 1, max: 500_000 })
            .map((n) => texto(decimal(String(n)).div(1000), 3)),
        }),
        { minLength: 4, maxLength: 4 },
      ),
    )
    .map(([first, more, tasas]) => {
      const starts = [first, ...more.sort((a, b) => a - b)]
      return starts.map((start, i): Tramo => {
        const next = starts[i + 1]
        const hasta = next === undefined ? null : cents(next)
        return { ...(tasas[i] as (typeof tasas)[0]), desde: cents(start), hasta, tope: null }
      })
    })

const amount = fc.integer({ min: 1, max: 20_000_000 }).map(cents)

describe('the step of an amount', () => {
  test('is exactly one for every amount', () => {
    fc.assert(
      fc.property(escalera(fc.constant(0)), amount, (tramos, envia) => {
        const found = tramoDe(tramos, envia)
        const alone = tramos.filter((tramo) => tramoDe([tramo], envia))
        expect(alone).toEqual([found])
      }),
    )
  })

  test('includes its first amount and ends before the first amount of the next step', () => {
    const step = { tasa: '1', metodo_calculo: 'm' } as const
    const low: Tramo = { ...step, desde: '10', hasta: '5000', tope: null }
    const high: Tramo = { ...step, desde: '5000', hasta: null, tope: '9000' }
    const of = (envia: string) => tramoDe([low, high], envia) === low
    expect(tramoDe([low, high], '9.99')).toBeNull()
    expect(['10', '4999.99', '5000', '9000'].map(of)).toEqual([true, true, false, false])
    expect(tramoDe([low, high], '9000')).toBe(high)
    expect(tramoDe([low, high], '9000.01')).toBeNull()
  })
})

describe('the step of an amount to receive', () => {
  const VES = [
    { tasa: '52.412', metodo_calculo: 'm', desde: '0', hasta: '5000', tope: null },
    { tasa: '53.528', metodo_calculo: 'm', desde: '5000', hasta: null, tope: null },
  ] satisfies Tramo[]

  test('to receive 26,206.00 costs 500.00 at the public rate, 267,640.00 costs 5,000.00 at the wholesale rate', () => {
    expect(tramoParaRecibir(VES, '26206', both)).toEqual({
      tramo: VES[0],
      envia: '500.00',
      salto: false,
    })
    expect(tramoParaRecibir(VES, '267640', both)).toEqual({
      tramo: VES[1],
      envia: '5000.00',
      salto: false,
    })
  })

  test('is the next step, marked as a jump, when no amount yields exactly the one wanted', () => {
    // 265,000 would cost 5,056.10 at the public rate, which is above its step, and 4,950.69 at the wholesale rate,
    // which is below its step.
    expect(tramoParaRecibir(VES, '265000', both)).toEqual({
      tramo: VES[1],
      envia: '5000',
      salto: true,
    })
  })

  test('is null below the smallest and above the largest amount that is quoted', () => {
    const bounded: Tramo[] = [
      { tasa: '52.412', metodo_calculo: 'm', desde: '10', hasta: null, tope: '100' },
    ]
    expect(tramoParaRecibir(bounded, '500', both)).toBeNull()
    expect(tramoParaRecibir(bounded, '5300', both)).toBeNull()
    expect(tramoParaRecibir(bounded, '5241.20', both)?.envia).toBe('100.00')
  })

  test('is the step of the amount handed over, and the direct quote of that amount yields no less', () => {
    fc.assert(
      fc.property(escalera(fc.constant(0)), amount, (tramos, recibe) => {
        const found = tramoParaRecibir(tramos, recibe, both)
        if (!found) throw new Error('a ladder without bounds quotes everything')
        expect(tramoDe(tramos, found.envia)).toBe(found.tramo)
        const direct = cotizar({ envia: found.envia }, found.tramo, both)
        // The direct quote of the amount handed over yields at least the amount wanted.
        expect(decimal(direct.recibe).gte(decimal(recibe))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

test('a client’s own segment begins with the first amount; larger amounts keep their better rates', () => {
  const step = (segmento: Segmento, desde: string, hasta: string | null) => {
    return { segmento, desde, hasta, tope: null, tasa: '1', metodo_calculo: 'm' as const }
  }
  const [publico, mayorista, preferente] = [
    step('publico', '10', '1000'),
    step('mayorista', '1000', '5000'),
    step('preferente', '5000', null),
  ]
  const all = [publico, mayorista, preferente]
  expect(tramosPara(all, 'mayorista')).toEqual([{ ...mayorista, desde: '10' }, preferente])
  expect(tramosPara(all, 'preferente')).toEqual([{ ...preferente, desde: '10' }])
  for (const own of ['publico', undefined] as const) expect(tramosPara(all, own)).toEqual(all)
  expect(tramosPara([publico, preferente], 'mayorista')).toEqual([publico, preferente])
  expect(tramosPara([], 'mayorista')).toEqual([])
})
