const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Lima is UTC−5 the whole year. */
const OFFSET = 5 * 60 * MINUTE
const AT = (hour: number, minute: number) => (hour * 60 + minute) * MINUTE
/** A house that was started before its hours has been at work for so long, if the day is that old. */
const MORNING = AT(3, 0)
/** In a day younger than this nothing happened yet. */
const YOUNGEST = AT(0, 5)
const PASO = 27

/** When things happen on a day of the demo, as instants. */
export interface Horario {
  /** First minute of the day in Lima. */
  dia: number
  hoy: boolean
  /** Nothing happens after this instant. */
  hasta: number
  precios: number
  abre: number
  atiende: number
  /** Minutes from one operation at the counter to the next. */
  paso: number
  /** Null where the day goes on. */
  cierra: number | null
}

/** The midnight in Lima before an instant. */
export const medianoche = (instant: number): number =>
  Math.floor((instant - OFFSET) / DAY) * DAY + OFFSET

/** A day of work from morning to evening. */
function diaEntero(dia: number): Horario {
  return {
    dia,
    hoy: false,
    hasta: dia + AT(18, 0),
    precios: dia + AT(8, 30),
    abre: dia + AT(8, 45),
    atiende: dia + AT(9, 0),
    paso: PASO,
    cierra: dia + AT(20, 30),
  }
}

/**
 * Today until now: like any day once the house opened at its hour, else a shorter morning that ends now. Nothing of it
 * lies before midnight or ahead of the clock. Null while the day is too young.
 */
function diaDeHoy(now: number): Horario | null {
  const dia = medianoche(now)
  if (now - dia < YOUNGEST) return null
  const start = Math.min(dia + AT(8, 30), Math.max(dia + MINUTE, now - MORNING))
  const span = now - start
  return {
    dia,
    hoy: true,
    hasta: now,
    precios: start,
    abre: start + Math.min(AT(0, 15), span / 12),
    atiende: start + Math.min(AT(0, 30), span / 6),
    paso: Math.max(1, Math.min(PASO, Math.floor(span / 10 / MINUTE))),
    cierra: null,
  }
}

/**
 * The days of work from `desde` (a midnight) until now. On Sundays the house is closed, but not to whoever looks at the
 * demo on one.
 */
export function diasDeTrabajo(desde: number, now: number): Horario[] {
  const today = medianoche(now)
  const past: Horario[] = []
  for (let dia = desde; dia < today; dia += DAY) {
    if (new Date(dia).getUTCDay() !== 0) past.push(diaEntero(dia))
  }
  const hoy = today >= desde ? diaDeHoy(now) : null
  return hoy ? [...past, hoy] : past
}

/** What happens at which minute before now, one after the other; `hasta` runs what is due until an instant. */
export function agenda(
  { precios, hasta }: Horario,
  reloj: (instant: number) => void,
  pasos: readonly (readonly [minutosAntes: number, hacer: () => Promise<unknown>])[],
): (instant: number) => Promise<void> {
  const first = Math.max(...pasos.map(([minutes]) => minutes), 1) * MINUTE
  // In a young day all of it moves closer together.
  const scale = Math.min(1, ((hasta - precios) * 0.8) / first)
  const queue = pasos
    .map(([minutes, hacer]) => ({ at: hasta - minutes * MINUTE * scale, hacer }))
    .toSorted((a, b) => a.at - b.at)
  return async (instant) => {
    while (queue[0] && queue[0].at <= instant) {
      const { at, hacer } = queue.shift() as (typeof queue)[number]
      reloj(at)
      await hacer()
    }
  }
}
