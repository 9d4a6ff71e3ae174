import { expect, test } from 'vitest'
import { azar, type Cola, cuantil, entre, exponencial, promedio, simular } from './colas.ts'

const una: Cola = {
  tasa: 80,
  filas: 1,
  ms: () => 10,
  maximo: 1,
  llegadas: 400_000,
  semilla: 7,
}
/** `seen` is within `part` of what the theory says. */
const cerca = (seen: number, theory: number, part = 0.05) => {
  expect(seen).toBeGreaterThan(theory * (1 - part))
  expect(seen).toBeLessThan(theory * (1 + part))
}

test('a row held for always the same time: M/D/1, of Pollaczek and Khinchine', () => {
  for (const tasa of [20, 50, 80]) {
    const uso = tasa / 100
    const seen = simular({ ...una, tasa })
    cerca(seen.media, (uso * 10) / (2 * (1 - uso)))
    cerca(seen.uso, uso)
  }
})

test('times of an exponential: M/M/1, its mean and its tail', () => {
  const seen = simular({ ...una, ms: (_, u) => exponencial(10, u) })
  // P(wait > t) = 0.8 e^(−0.2 t / 10)
  cerca(seen.media, 40, 0.06)
  cerca(seen.p50, 50 * Math.log(0.8 / 0.5), 0.06)
  cerca(seen.p99, 50 * Math.log(0.8 / 0.01), 0.08)
})

test('several rows, each with its own: each is an M/D/1 of its part', () => {
  const seen = simular({ ...una, tasa: 500, filas: 10 })
  cerca(seen.media, (0.5 * 10) / (2 * 0.5))
  cerca(seen.uso, 0.5)
})

test('two that serve whoever comes: M/M/2, of Erlang', () => {
  const seen = simular({
    ...una,
    tasa: 150,
    filas: 2,
    cualquiera: true,
    ms: (_, u) => exponencial(10, u),
  })
  // Waits: C = a² / (a² + 2 (1 − r) (1 + a)) with a = 1.5, r = 0.75; mean C · 10 / (2 (1 − r)).
  cerca(seen.media, (2.25 / (2.25 + 0.5 * 2.5)) * 20, 0.06)
})

test('sets carry what one at a time cannot: a row of 10 + n ms takes 762 a second in sets of 32, and 91 alone', () => {
  const ms = (n: number) => 10 + n
  const sets = simular({ ...una, tasa: 200, ms, maximo: 32 })
  expect(sets.p99).toBeLessThan(30)
  const alone = simular({ ...una, tasa: 200, ms, llegadas: 20_000 })
  expect(alone.uso).toBeGreaterThan(0.99)
  // What came in 100 s needs 220: the last one waits for two minutes.
  cerca(alone.p99, 119_000, 0.05)
  const over = simular({ ...una, tasa: 900, ms, maximo: 32, llegadas: 50_000 })
  expect(over.uso).toBeGreaterThan(0.99)
})

test('nobody waits where everybody has a row of his own', () => {
  expect(simular({ ...una, filas: 1_000_000, llegadas: 1_000 })).toMatchObject({ p50: 0, p99: 0 })
})

test('a seed always gives the same, another one something else', () => {
  const short = { ...una, llegadas: 5_000 }
  expect(simular(short)).toEqual(simular(short))
  expect(simular({ ...short, semilla: 8 }).media).not.toBe(simular(short).media)
  const next = azar(1)
  const many = Array.from({ length: 100_000 }, next)
  cerca(promedio(many), 0.5, 0.01)
  cerca(
    cuantil(
      many.toSorted((a, b) => a - b),
      0.9,
    ),
    0.9,
    0.01,
  )
})

test('straight between what was measured', () => {
  const ms = entre([
    [1, 10],
    [4, 16],
    [32, 44],
  ])
  expect([1, 2, 4, 18, 32, 40].map(ms)).toEqual([10, 12, 16, 30, 44, 44])
  expect(ms(0)).toBe(10)
})
