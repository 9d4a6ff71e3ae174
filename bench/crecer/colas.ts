/** Rows that are locked one transaction at a time, and what comes to them. */
export interface Cola {
  /** Arrivals a second at all rows together: Poisson. */
  tasa: number
  /** How many rows; each arrival wants one of them, all alike. */
  filas: number
  /** An arrival takes whichever is free first, as a processor's core, and not one of its own. */
  cualquiera?: boolean
  /** Milliseconds for which a set of `n` arrivals holds a row; `u` is even in [0, 1), for times that differ. */
  ms(n: number, u: number): number
  /** Arrivals that may share a set: those that wait when the row becomes free. */
  maximo: number
  /** Arrivals to simulate. */
  llegadas: number
  semilla: number
}

/** What the arrivals waited for their row, in milliseconds, and the part of the time that a row was held. */
export interface Espera {
  uso: number
  media: number
  p50: number
  p99: number
}

/** A sequence of numbers even in [0, 1), always the same for a seed (mulberry32). */
export function azar(semilla: number): () => number {
  let state = semilla >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}

/** An exponential time with this mean, for `u` even in [0, 1). */
export const exponencial = (mean: number, u: number) => -Math.log(1 - u) * mean

interface Fila {
  /** When each of those that wait arrived. */
  esperan: number[]
  /** When it is free again. */
  libre: number
  /** How long it was held. */
  tomada: number
}

/**
 * Simulates a queue before each row, first come first served, and says what its arrivals waited; the first tenth, in
 * which queues fill, does not count. More than a row can take waits longer and longer: then the figures are those of so
 * many arrivals and no more.
 */
export function simular(cola: Cola): Espera {
  const next = azar(cola.semilla)
  const rows = Array.from(
    { length: cola.filas },
    (): Fila => ({ esperan: [], libre: 0, tomada: 0 }),
  )
  const waits: { llego: number; espera: number }[] = []
  let last = 0
  const serve = (row: Fila, until: number) => {
    while (row.esperan.length > 0 && Math.max(row.libre, row.esperan[0] as number) <= until) {
      const begin = Math.max(row.libre, row.esperan[0] as number)
      const there = row.esperan.findIndex((arrived) => arrived > begin)
      const set = row.esperan.splice(
        0,
        Math.min(cola.maximo, there < 0 ? row.esperan.length : there),
      )
      for (const llego of set) waits.push({ llego, espera: begin - llego })
      const held = cola.ms(set.length, next())
      row.libre = begin + held
      row.tomada += held
      last = Math.max(last, row.libre)
    }
  }
  let now = 0
  for (let n = 0; n < cola.llegadas; n += 1) {
    now += exponencial(1000 / cola.tasa, next())
    const which = Math.floor(next() * cola.filas)
    const row = cola.cualquiera ? antes(rows) : (rows[which] as Fila)
    serve(row, now)
    row.esperan.push(now)
    // Whoever takes any row takes it now: which one is free first is known already.
    if (cola.cualquiera) serve(row, Number.POSITIVE_INFINITY)
  }
  for (const row of rows) serve(row, Number.POSITIVE_INFINITY)
  const counted = waits.sort((a, b) => a.llego - b.llego).slice(Math.floor(waits.length / 10))
  return resumir(
    counted.map(({ espera }) => espera),
    rows.reduce((sum, { tomada }) => sum + tomada, 0) / (last * cola.filas),
  )
}

/** The row that is free first. */
const antes = (rows: readonly Fila[]) => rows.reduce((a, b) => (b.libre < a.libre ? b : a))

/** The value below which this part of `sorted` is. */
export const cuantil = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

export const promedio = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

function resumir(esperas: readonly number[], uso: number): Espera {
  const sorted = esperas.toSorted((a, b) => a - b)
  return { uso, media: promedio(sorted), p50: cuantil(sorted, 0.5), p99: cuantil(sorted, 0.99) }
}

/**
 * A function through these points, straight between two of them, as they are sorted by `n`; below the first and above
 * the last it stays as it is there.
 */
export function entre(
  puntos: readonly (readonly [n: number, ms: number])[],
): (n: number) => number {
  return (n) => {
    const after = puntos.findIndex(([x]) => x >= n)
    const [x1, y1] = (puntos[after] ?? puntos.at(-1)) as readonly [number, number]
    const [x0, y0] = puntos[after - 1] ?? [x1, y1]
    return x1 === x0 ? y1 : y0 + ((y1 - y0) * (n - x0)) / (x1 - x0)
  }
}
