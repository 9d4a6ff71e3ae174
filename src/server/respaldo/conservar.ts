/** How many copies stay: the last of each of so many days, weeks (from Monday) and months that have one. */
export interface Plan {
  dias: number
  semanas: number
  meses: number
}

const DIA_MS = 86_400_000

/** The Monday of its week, the days counted since 1970, which began on a Thursday. */
const semana = (fecha: Date) => Math.floor((Math.floor(fecha.getTime() / DIA_MS) + 3) / 7)

/**
 * Which of these copies stay by the plan. They come newest first, by where they end in the log: a clock that was set back
 * would have the one that was just made taken for the older one. The first always stays, and one may stay for several
 * reasons; `fecha`, in UTC, says of which day each is.
 */
export function conservar<T extends { fecha: Date }>(copias: readonly T[], plan: Plan): T[] {
  const kept = new Set(copias.slice(0, 1))
  const lastOf = (key: (fecha: Date) => string | number, count: number) => {
    const seen = new Set<string | number>()
    for (const copia of copias) {
      const its = key(copia.fecha)
      if (seen.has(its)) continue
      if (seen.size >= count) return
      seen.add(its)
      kept.add(copia)
    }
  }
  lastOf((fecha) => fecha.toISOString().slice(0, 10), plan.dias)
  lastOf(semana, plan.semanas)
  lastOf((fecha) => fecha.toISOString().slice(0, 7), plan.meses)
  return copias.filter((copia) => kept.has(copia))
}

/** What says of a copy whose house it is, and where in the log it lies. */
interface Colocada {
  fecha: Date
  manifiesto: { identidad: string; segmentos: readonly [desde: string, hasta: string] }
}

/**
 * The segment from which on the log of each house stays: where the first of the copies begins that stay by days, on
 * whatever timeline, since after a restore a house writes again from where it was then. Newest first, as `conservar`.
 */
export function desdeDonde(copias: readonly Colocada[], plan: Plan): Map<string, string> {
  const first = new Map<string, string>()
  for (const { manifiesto } of conservar(copias, { ...plan, semanas: 0, meses: 0 })) {
    const { identidad, segmentos } = manifiesto
    const known = first.get(identidad)
    const earlier = !known || segmentos[0].slice(8) < known.slice(8)
    if (earlier) first.set(identidad, segmentos[0])
  }
  return first
}

/**
 * Reads `7,4,12`: days, weeks and months.
 * @throws Error in Spanish when it is anything else, or keeps nothing.
 */
export function leerPlan(texto: string): Plan {
  const [, dias, semanas, meses] =
    /^(\d{1,3}),(\d{1,3}),(\d{1,3})$/.exec(texto.replaceAll(' ', '')) ?? []
  const plan = { dias: Number(dias), semanas: Number(semanas), meses: Number(meses) }
  if (!dias || plan.dias < 1) {
    throw new Error(
      `CAMBISTA_RESPALDO_CONSERVAR debe decir cuántos días, semanas y meses se conservan, como 7,4,12, no «${texto}».`,
    )
  }
  return plan
}
