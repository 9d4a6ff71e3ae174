import { uptime } from 'node:os'
import { sql } from 'kysely'
import type { Entorno } from '../aportes.ts'
import { repeat, type Watch } from '../proceso/jobs.ts'

const EVERY_MS = 60_000
/** Seconds by which clocks may differ: machines that set theirs by the network differ by less than one. */
const TOLERANCIA_S = 60
/** Up to this much a change is a correction, which a network makes bit by bit. */
const CORRECCION_S = 5
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
  /** How often somebody has confirmed the date. */
  confirmadas: number
}

/**
 * Compares the clocks, moment after moment. Answers what is wrong, in one Spanish sentence; null: nothing. A
 * change of the database's clock that nobody made on purpose is told until it is taken back, the date is confirmed, or a
 * day has passed.
 */
export function comparador(): (now: Horas) => string | null {
  let known: { diferencia: number; confirmadas: number } | null = null
  let since: number | null = null
  return ({ base, equipo, marcha, confirmadas }) => {
    const diferencia = base - marcha
    known ??= { diferencia, confirmadas }
    const jump = diferencia - known.diferencia
    if (Math.abs(jump) > TOLERANCIA_S) since ??= marcha
    else since = null
    const answered =
      confirmadas !== known.confirmadas || (since !== null && marcha - since > UN_DIA_S)
    if (answered || Math.abs(jump) < CORRECCION_S) {
      known = { diferencia, confirmadas }
      since = null
    }
    if (Math.abs(base - equipo) > TOLERANCIA_S)
      return `La hora de la base de datos va ${lapso(base - equipo)} de la de este equipo: corrija la que esté mal. Las operaciones llevan la de la base.`
    if (since === null) return null
    return `La hora con que se registra cambió de golpe: va ${lapso(jump)} de la de antes. Si está mal, corríjala antes de registrar más; si está bien, no haga nada.`
  }
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
           (SELECT count(*)::int FROM reloj_confirmaciones) AS confirmadas`.execute(db)
  const { base = '0', confirmadas = 0, puesta = true } = rows[0] ?? {}
  const marcha = (before + uptime()) / 2
  return puesta ? null : { base: Number(base), equipo: Date.now() / 1000, marcha, confirmadas }
}

/**
 * Looks each minute whether the clock that dates the books jumped, or differs from that of the program's machine. It is
 * told as a failure of this job. Answers a function that stops it.
 */
export function startHora(entorno: Pick<Entorno, 'db'>, watch: Watch): () => Promise<void> {
  const juzgar = comparador()
  const turn = async () => {
    const now = await leer(entorno)
    const fault = now && juzgar(now)
    if (fault) throw new Error(fault)
  }
  return repeat(EVERY_MS, turn, watch)
}
