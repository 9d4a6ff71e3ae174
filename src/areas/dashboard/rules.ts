import { decimal, texto } from '../../core/dinero/decimal.ts'
import { DECIMALES_FUNCIONAL } from '../../core/dinero/posicion.ts'

/** The difference between today and the same weekday a week ago: its sign and its amount. */
export function diferencia(hoy: string, antes: string): { signo: -1 | 0 | 1; monto: string } {
  const gap = decimal(hoy).minus(decimal(antes))
  const signo = gap.gt(0) ? 1 : gap.lt(0) ? -1 : 0
  return { signo, monto: texto(gap.abs(), DECIMALES_FUNCIONAL) }
}

/** Sum of amounts in the functional currency. */
export function sumar(...montos: readonly string[]): string {
  const total = montos.reduce((sum, each) => sum.plus(decimal(each)), decimal('0'))
  return texto(total, DECIMALES_FUNCIONAL)
}

const weekday = new Intl.DateTimeFormat('es-PE', { weekday: 'long', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('es-PE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

/** Weekday of a business day: `jueves`. */
export function diaDeSemana(fecha: string): string {
  return weekday.format(new Date(fecha))
}

/** A business day in words: `Jueves, 15 de enero`. */
export function fechaLarga(fecha: string): string {
  const text = long.format(new Date(fecha))
  return text.charAt(0).toUpperCase() + text.slice(1)
}
