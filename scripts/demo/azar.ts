export interface Azar {
  /** A whole number from 0 to `n` − 1. */
  hasta(n: number): number
}

/** Chance that is the same in every run: mulberry32 over whole numbers. */
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
