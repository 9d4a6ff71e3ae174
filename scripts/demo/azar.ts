export interface Azar {
  /** A whole number from 0 to `n` − 1. */
  hasta(n: number): number
}

/** Pseudo-random numbers (mulberry32) that are the same in every run with the same `semilla` (seed). */
export function azar(semilla: number): Azar {
  let state = semilla >>> 0
  return {
    hasta(n) {
      state = (state + 0x6d2b79f5) >>> 0
      let t = Math.imul(state ^ (state >>> 15), state | 1)
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
      return ((t ^ (t >>> 14)) >>> 0) % n
    },
  }
}
