import type { Persona } from './personas.ts'

/*
 * Who does what on which day. Every kind of move has its turn: of those that the thieves of a day can try, the ones that
 * were tried least come first, by lot among equals. So few days are enough for each kind to be tried several times.
 */

/** Who may be the two that steal: never two who could say yes to each other. */
const PAREJAS: readonly (readonly [Persona, Persona])[] = [
  ['otra', 'gerente'],
  ['otra', 'gerente'],
  ['otra', 'admin'],
]

/** Of a hundred moves of a day, so many are thefts. */
const ROBOS_DE_CIEN = 65

/** The lot that a day is planned with, apart from the one that its moves draw from. */
const APARTE = 1_000_000

/** A generator of its own for each sequence, the same on every machine (Lehmer's). */
export function generador(semilla: number, n: number) {
  let state = ((semilla % 2_147_483_646) + 1 + n * 7_919) % 2_147_483_647 || 1
  const azar = (max: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % max
  }
  for (let i = 0; i < 5; i += 1) azar(2)
  return azar
}

type Quienes = Record<string, { quien: readonly Persona[] }>

export interface Jornada {
  ladrones: readonly Persona[]
  /** `yo` steals; without one it is honest work. */
  pasos: { clave: string; yo: Persona | null }[]
}

/** So many days from the first one on: a day is the same however many are asked for. */
export function jornadas(
  semilla: number,
  robos: Quienes,
  honestas: Quienes,
  cuantas: number,
): Jornada[] {
  const veces = new Map<string, number>()
  return Array.from({ length: cuantas }, (_, n) => {
    const azar = generador(semilla, n + APARTE)
    const elige = <T>(list: readonly T[]) => list[azar(list.length)] as T
    const menosVista = (claves: readonly string[]): string => {
      const of = (clave: string) => veces.get(clave) ?? 0
      const least = Math.min(...claves.map(of))
      const clave = elige(claves.filter((one) => of(one) === least))
      veces.set(clave, least + 1)
      return clave
    }
    const ladrones = elige(PAREJAS)
    const suyos = Object.keys(robos).filter((clave) =>
      robos[clave]?.quien.some((one) => ladrones.includes(one)),
    )
    const pasos = Array.from({ length: 6 + azar(2) }, () => {
      if (azar(100) >= ROBOS_DE_CIEN) return { clave: menosVista(Object.keys(honestas)), yo: null }
      const clave = menosVista(suyos)
      const yo = elige(ladrones.filter((one) => robos[clave]?.quien.includes(one)))
      return { clave, yo }
    })
    return { ladrones, pasos }
  })
}
