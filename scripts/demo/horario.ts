const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Lima is UTC−5 the whole year. */
const OFFSET = 5 * 60 * MINUTE
const AT = (hour: number, minute: number) => (hour * 60 + minute) * MINUTE
/** When the program starts before opening hours, today's work began this long ago, unless the day is younger. */
const MORNING = AT(3, 0)
/** A day younger than this has no operations yet. */
const YOUNGEST = AT(0, 5)
const PASO = 27

/** The times of a day of the demo, as instants. */
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
  /** Null while the day is not over. */
  cierra: number | null
}

/** The last midnight in Lima at or before an instant. */
export const medianoche = (instant: number): number =>
  Math.floor((instant - OFFSET) / DAY) * DAY + OFFSET

/** The times of a whole working day. */
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
 * The times of today until now: those of any day when it is past opening time, else of a shorter morning that ends now.
 * None is before midnight or in the future. Null while the day is too young.
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
 * The working days from `desde` (a midnight) until now. The house is closed on Sundays, except when today is one, so
 * that the demo shows work on any day.
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

/** The rest of a day that is under way, from what was written last until now; null while it is too short for work. */
export function restoDeHoy(escrito: number, now: number): Horario | null {
  const start = Math.max(escrito + MINUTE, now - MORNING)
  const span = now - start
  if (span < YOUNGEST) return null
  return {
    dia: medianoche(now),
    hoy: true,
    hasta: now,
    precios: start,
    abre: start,
    atiende: start,
    paso: Math.max(1, Math.min(PASO, Math.floor(span / 10 / MINUTE))),
    cierra: null,
  }
}

/** Until when the whole demo registers orders by chance today: those of its last hour are made one by one (hoy.ts). */
export const ultimaRemesa = ({ precios, hasta }: Pick<Horario, 'precios' | 'hasta'>): number =>
  hasta - Math.min(AT(1, 10), (hasta - precios) / 2)

/** A schedule of steps, each some minutes before now, in order; `hasta` runs the steps that are due at an instant. */
export function agenda(
  { precios, hasta }: Horario,
  reloj: (instant: number) => void,
  pasos: readonly (readonly [minutosAntes: number, hacer: () => Promise<unknown>])[],
): (instant: number) => Promise<void> {
  const first = Math.max(...pasos.map(([minutes]) => minutes), 1) * MINUTE
  // On a young day the steps are scaled to be closer together.
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
