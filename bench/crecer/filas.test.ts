import { expect, test } from 'vitest'
import { simular } from './colas.ts'
import { filasDe, puede } from './filas.ts'

/** An operation alone holds the position for 10 ms, of which 4 with the series; a set of n for 8 + 2 n and 3 + n. */
const solas = [8, 12].map((posicion) => ({ entera: 15, espera: 0, posicion, serie: 4 }))
const conjuntos = [1, 4, 32].map((n) => ({
  n,
  entera: 10 + 5 * n,
  posicion: 8 + 2 * n,
  serie: 3 + n,
}))
const filas = filasDe(
  {
    ...{ solas, conjuntos, wal: 8_000, filas: 20 },
    ...{ procesador: 9, procesador32: 4 },
    sellar: { ms: 0.5, procesador: 1, wal: 2_000, filas: 10 },
    aLaVez: {
      conexiones: 8,
      porSegundo: 60,
      tomados: [{ ...(solas[1] as (typeof solas)[number]), posicion: 20 }],
    },
  },
  2,
)
const de = (que: string) => filas.find((fila) => fila.que === que) as (typeof filas)[number]

test.each([
  ['position of the house, one at a time', 100],
  ['position of the house, eight at once', 50],
  ['one process, a set after the other', 32_000 / 170],
  ['position of the house, sets', 32_000 / 72],
  ['position, sets, standby 10 ms away', 32_000 / 82],
  ['position, sets, standby 50 ms away', 32_000 / 122],
  ['position of each branch (not made)', 30_000],
  ['series of the house, one at a time', 250],
  ['series of the house, sets', 32_000 / 35],
  ['series of each branch', 75_000],
  ['till of each counter', 250_000],
  ['head of the audit’s chain, and seals', 2_000],
  ['processor, 2 cores, one at a time', 200],
  ['processor, 2 cores, sets of 32', 400],
  ['processor, 8 cores, sets of 32', 1_600],
])('%s takes %f a second', (que, mas) => {
  expect(puede(de(que))).toBeCloseTo(mas)
})

test('below what it takes nobody waits the longer the more came before him, and above it everybody does', () => {
  const pocas = filas.filter((fila) => fila.filas <= 8)
  for (const fila of pocas) {
    const wait = (part: number, llegadas: number) =>
      simular({ ...fila, tasa: puede(fila) * part, llegadas, semilla: 3 }).p99
    const growth = (part: number) => (wait(part, 20_000) + 1) / (wait(part, 10_000) + 1)
    expect(growth(0.5), fila.que).toBeLessThan(1.5)
    expect(growth(1.3), fila.que).toBeGreaterThan(1.7)
  }
  expect(pocas).toHaveLength(12)
})
