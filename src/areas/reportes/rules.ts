import { DomainError } from '../../core/errors.ts'

export const PERIODOS = {
  hoy: 'Hoy',
  ayer: 'Ayer',
  semana: 'Semana',
  mes: 'Mes',
  rango: 'Fechas',
} as const
export type Periodo = keyof typeof PERIODOS

/** A range of business days, both inclusive. */
export interface Rango {
  desde: string
  hasta: string
}

/** The days of a report and the days that it is compared with. */
export interface Comparacion {
  periodo: Rango
  antes: Rango
  /** Seconds by which the data are behind the books, where a replica was read. */
  datos_hace?: number | undefined
}

/** Maximum of days in a report: a year, leap or not. */
export const MAXIMO_DIAS = 366
const DAY = 86_400_000

const ms = (fecha: string) => Date.parse(`${fecha}T00:00:00Z`)
const iso = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The business day that many days later. */
export const masDias = (fecha: string, dias: number) => iso(ms(fecha) + dias * DAY)

/** The number of days in a range. */
export const diasDe = ({ desde, hasta }: Rango) => (ms(hasta) - ms(desde)) / DAY + 1

const primero = (fecha: string) => `${fecha.slice(0, 8)}01`
const ultimo = (fecha: string) => masDias(primero(masDias(primero(fecha), 31)), -1)
const menor = (a: string, b: string) => (a < b ? a : b)

/** The same days of the month before; in a shorter month, as many as it has. */
function mesAntes({ desde, hasta }: Rango): Rango {
  const last = masDias(primero(desde), -1)
  const whole = hasta === ultimo(hasta)
  return {
    desde: primero(last),
    hasta: whole ? last : menor(last, `${last.slice(0, 8)}${hasta.slice(8)}`),
  }
}

function refuse(msg: string, campo: string): never {
  throw new DomainError('VALIDACION', {}, [{ msg, campo }])
}

function rangoDe({ desde, hasta }: Partial<Rango>, hoy: string): Rango {
  if (!desde) return refuse('Elija desde qué día.', 'desde')
  const until = hasta ?? hoy
  if (until < desde) return refuse('El día final está antes que el inicial.', 'hasta')
  if (diasDe({ desde, hasta: until }) > MAXIMO_DIAS) {
    return refuse('Un reporte abarca como máximo un año.', 'desde')
  }
  return { desde, hasta: until }
}

/**
 * The days of a report and the earlier days that it is compared with: yesterday, the same days of the week or month
 * before, the whole month before for a whole month, and for other dates as many days just before.
 * @throws DomainError VALIDACION for dates that are not a range, or a range of more than a year.
 */
export function periodoDe(
  { periodo, ...dates }: { periodo?: Periodo | undefined; desde?: string; hasta?: string },
  hoy: string,
): Comparacion {
  const kind = periodo ?? (dates.desde ? 'rango' : 'mes')
  if (kind === 'hoy' || kind === 'ayer') {
    const day = kind === 'hoy' ? hoy : masDias(hoy, -1)
    const before = masDias(day, -1)
    return { periodo: { desde: day, hasta: day }, antes: { desde: before, hasta: before } }
  }
  if (kind === 'semana') {
    // Weeks start on Monday.
    const range = { desde: masDias(hoy, -((new Date(ms(hoy)).getUTCDay() + 6) % 7)), hasta: hoy }
    return {
      periodo: range,
      antes: { desde: masDias(range.desde, -7), hasta: masDias(range.hasta, -7) },
    }
  }
  if (kind === 'mes') {
    const range = { desde: primero(hoy), hasta: hoy }
    return { periodo: range, antes: mesAntes(range) }
  }
  const range = rangoDe(dates, hoy)
  if (range.desde === primero(range.hasta) && range.hasta === ultimo(range.hasta)) {
    return { periodo: range, antes: mesAntes(range) }
  }
  const count = diasDe(range)
  return {
    periodo: range,
    antes: { desde: masDias(range.desde, -count), hasta: masDias(range.desde, -1) },
  }
}
