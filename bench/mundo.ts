import type { Banco } from './casa.ts'
import { mediana } from './tabla.ts'

export const SEGUNDOS = Number(process.env.BENCH_SEGUNDOS ?? 6)
export const VUELTAS = Number(process.env.BENCH_VUELTAS ?? 3)
export const FILAS = Number(process.env.BENCH_FILAS ?? 100_000)
export const DIVISAS = 24
export const CLAVE = 'Cambista-2026'

/** The house, the server and the reference on which all figures are measured. */
export interface Mundo {
  casa: Banco
  url: string
  puerto: number
  pid: number
  programaPgbench: string | null
}

export const say = (text: string) => process.stderr.write(`${text}\n`)

/** The median of several rounds. The variants take turns in each round, so that all meet the same noise. */
export async function porTurnos<K extends string>(
  turnos: Record<K, () => Promise<number>>,
): Promise<Record<K, number>> {
  const seen = Object.fromEntries(Object.keys(turnos).map((k) => [k, [] as number[]])) as Record<
    K,
    number[]
  >
  for (let n = 0; n < VUELTAS; n += 1) {
    for (const name of Object.keys(turnos) as K[]) seen[name].push(await turnos[name]())
  }
  return Object.fromEntries(
    (Object.keys(turnos) as K[]).map((name) => [name, mediana(seen[name])]),
  ) as Record<K, number>
}
