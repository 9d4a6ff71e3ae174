import { hostname, uptime } from 'node:os'
import { sql } from 'kysely'
import type { Entorno } from '../aportes.ts'
import { repeat, type Watch } from '../proceso/jobs.ts'
import {
  arranqueDelEquipo,
  type Conocido,
  esOtro,
  guardarConocido,
  leerConocido,
} from './arranque.ts'

const EVERY_MS = 15_000
/** Seconds by which clocks may differ: machines that set theirs by the network differ by less than one. */
const TOLERANCIA_S = 60
/** Up to this much a change is a correction, which a network makes bit by bit. */
const CORRECCION_S = 5
/** From here on the wrong hour, and often the wrong day, would be written: somebody is asked. */
const LEJOS_S = 1800
/** Seconds for which a change is told that nobody answers. */
const UN_DIA_S = 86_400

/** What the clocks say at one moment, in seconds. */
export interface Horas {
  /** The clock that dates everything: that of the database. */
  base: number
  /** That of the program's machine. */
  equipo: number
  /** One that nobody sets: since the machine was started, sleep included. */
  marcha: number
  /** The last confirmation of the clock, by its number; 0 before the first. */
  confirmadas: number
}

/** What is wrong with the clocks. */
export interface Juicio {
  /** In one Spanish sentence. */
  dice: string
  /** Half an hour or more: nothing is written until somebody answers. */
  duda: { codigo: 'RELOJ_DISTINTO' | 'RELOJ_SALTO'; segundos: number; lapso: string } | null
}

/**
 * Compares the clocks, moment after moment. Answers what is wrong; null: nothing. A change of the database's
 * clock that nobody made on purpose is told until it is taken back, the date is confirmed, or, where it is less than
 * what asks for an answer, a day has passed. `known` is what was believed before its first moment, in the same run of the
 * machine; `alCreer` hears of what is believed after each moment.
 */
export function comparador(
  known: Conocido | null = null,
  alCreer: (known: Conocido) => void = () => {},
): (now: Horas) => Juicio | null {
  let since = known?.salto ?? null
  return ({ base, equipo, marcha, confirmadas }) => {
    const diferencia = base - marcha
    const propia = equipo - marcha
    known ??= { diferencia, propia, confirmadas, salto: null }
    const jump = diferencia - known.diferencia
    if (Math.abs(jump) > TOLERANCIA_S) since ??= marcha
    else since = null
    const aged = since !== null && marcha - since > UN_DIA_S && Math.abs(jump) < LEJOS_S
    // The database's clock was put to that of this machine, which nobody touched.
    const agreed =
      Math.abs(base - equipo) <= TOLERANCIA_S && Math.abs(propia - known.propia) <= TOLERANCIA_S
    if (confirmadas !== known.confirmadas || aged || agreed || Math.abs(jump) < CORRECCION_S) {
      known = { diferencia, propia, confirmadas, salto: null }
      since = null
    }
    alCreer({ ...known, salto: since })
    if (Math.abs(base - equipo) > TOLERANCIA_S)
      return juicio(
        'RELOJ_DISTINTO',
        base - equipo,
        (lapso) =>
          `La hora de la base de datos va ${lapso} de la de este equipo: corrija la que esté mal. Las operaciones llevan la de la base.`,
      )
    if (since === null) return null
    const bien = Math.abs(jump) < LEJOS_S ? 'no haga nada' : 'confírmela en Ajustes'
    return juicio(
      'RELOJ_SALTO',
      jump,
      (lapso) =>
        `La hora con que se registra cambió de golpe: va ${lapso} de la de antes. Si está mal, corríjala antes de registrar más; si está bien, ${bien}.`,
    )
  }
}

function juicio(
  codigo: 'RELOJ_DISTINTO' | 'RELOJ_SALTO',
  off: number,
  dice: (lapso: string) => string,
): Juicio {
  const text = lapso(off)
  const duda = { codigo, segundos: Math.round(off), lapso: text }
  return { dice: dice(text), duda: Math.abs(duda.segundos) < LEJOS_S ? null : duda }
}

/** `2 h 5 min adelante`. */
function lapso(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const text = [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`]
  return `${text.filter(Boolean).join(' ')} ${seconds > 0 ? 'adelante' : 'atrás'}`
}

/** Reads the clocks as near to each other as one answer of the database allows; null: set on purpose, as by the demo. */
async function leer({ db }: Pick<Entorno, 'db'>): Promise<Horas | null> {
  const before = uptime()
  const { rows } = await sql<{ base: string; confirmadas: number; puesta: boolean }>`
    SELECT extract(epoch FROM reloj()) AS base, reloj_puesto() AS puesta,
           reloj_confirmada()::int AS confirmadas`.execute(db)
  const { base = '0', confirmadas = 0, puesta = true } = rows[0] ?? {}
  const marcha = (before + uptime()) / 2
  return puesta ? null : { base: Number(base), equipo: Date.now() / 1000, marcha, confirmadas }
}

/**
 * Answers one look at the clocks: it stops the books where they are off by half an hour or more, until somebody answers
 * lets them go on when the clock is right again, and throws what is wrong, in Spanish.
 *
 * @param leer reads the clocks of the machine `equipo`; null: set on purpose
 * @param arranque names the run of that machine: what a program believed in it before this one was started is believed
 *   still. null: not known
 */
export function mirada(
  { db }: Pick<Entorno, 'db'>,
  equipo: string,
  leer: () => Promise<Horas | null>,
  arranque: string | null = null,
): () => Promise<void> {
  let juzgar: ReturnType<typeof comparador> | undefined
  let kept: Conocido | null = null
  let believed: Conocido | null = null
  let looked = false
  let doubted = false
  return async () => {
    const now = await leer()
    if (now && !juzgar) {
      kept = await leerConocido(db, arranque)
      juzgar = comparador(kept, (known) => {
        believed = known
      })
    }
    const fault = now && juzgar ? juzgar(now) : null
    if (now && fault?.duda) {
      const { codigo, segundos, lapso } = fault.duda
      await sql`SELECT reloj_dudar(${equipo}, ${codigo}, ${segundos}::int, ${lapso}, ${now.confirmadas})`.execute(
        db,
      )
      doubted = true
    } else if (doubted || !looked) {
      // A jump that was seen before this start is known to nobody any more: only a person can answer it.
      await sql`SELECT reloj_creer(${equipo}, ${doubted})`.execute(db)
      doubted = false
    }
    looked = true
    if (arranque !== null && believed && esOtro(believed, kept)) {
      await guardarConocido(db, arranque, believed)
      kept = believed
    }
    if (fault) throw new Error(fault.dice)
  }
}

/** Looks at the clocks four times a minute. Answers a function that stops it. */
export function startHora(entorno: Pick<Entorno, 'db'>, watch: Watch): () => Promise<void> {
  return repeat(
    EVERY_MS,
    mirada(entorno, hostname(), () => leer(entorno), arranqueDelEquipo()),
    watch,
  )
}
