/** A random source for a run: the same seed, which the run prints, repeats the same choices. */
export interface Azar {
  readonly semilla: number
  /** A number from 0 (included) to 1 (excluded). */
  fraccion(): number
  /** An integer from `min` to `max`, both included. */
  entero(min: number, max: number): number
  de<T>(lista: readonly T[]): T
  uuid(): string
  /** An independent source: one per client, so that the timing of clients does not change their choices. */
  rama(): Azar
}

/** The run's seed: CAMBISTA_SEMILLA repeats an earlier run. */
export const SEMILLA = Number(
  process.env.CAMBISTA_SEMILLA ?? Math.floor(Math.random() * 0x7fff_ffff),
)

/** mulberry32: 32 bits of state, good enough for test choices. */
export function azarDe(semilla: number): Azar {
  let state = semilla >>> 0
  const fraccion = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const entero = (min: number, max: number) => min + Math.floor(fraccion() * (max - min + 1))
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => entero(0, 15).toString(16)).join('')
  return {
    semilla,
    fraccion,
    entero,
    de: (lista) => lista[entero(0, lista.length - 1)] as (typeof lista)[number],
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    rama: () => azarDe(entero(0, 0x7fff_ffff)),
  }
}
