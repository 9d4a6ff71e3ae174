import { formatDecimal, formatFecha, formatFechaHora } from '../../../core/formato.ts'
import { enZona } from '../../../core/zona.ts'
import type { GraficoProps } from './grafico.tsx'
import type { Fila, Rango } from './tramo.ts'

export function palabra(valor: string | null | undefined, precision: number): string {
  return valor == null ? '—' : formatDecimal(valor, precision)
}

export function enPalabras(fila: Fila | undefined, props: GraficoProps): string {
  if (!fila) return ''
  const { series, precision, porDia } = props
  const said = series.map((nombre, n) => {
    const before = fila.antes && ` (antes ${palabra(fila.antes.valores[n], precision)})`
    return `${nombre} ${palabra(fila.valores[n], precision)}${before ?? ''}`
  })
  return `${momento(fila.desde, false, porDia)}: ${said.join(', ')}`
}

/** Text of the instant since which a value holds or, with `porDia`, of its day. */
export function momento(desde: string, ultimo: boolean, porDia = false): string {
  if (porDia) return `El ${formatFecha(desde)}`
  return `${ultimo ? 'Vigente desde' : 'Desde'} ${formatExacto(desde)}`
}

/** `03/11/2025`, or `03/11/2025 al 10/11/2025`. */
export const enDias = ({ desde, hasta }: Rango): string =>
  desde === hasta ? formatFecha(desde) : `${formatFecha(desde)} al ${formatFecha(hasta)}`

/** The same in fewer letters: `03/11 al 10/11/2025`. */
export const enPocasLetras = ({ desde, hasta }: Rango): string => {
  const first = formatFecha(desde)
  return desde === hasta
    ? first
    : `${desde.slice(0, 4) === hasta.slice(0, 4) ? first.slice(0, 5) : first} al ${formatFecha(hasta)}`
}

/** The hour, and at midnight the day that begins. */
export function rotulo(ms: number): string {
  const hora = hourFormat().format(ms)
  return hora === '00:00' || hora === '24:00' ? dayFormat().format(ms) : hora
}

const seconds = enZona(
  (timeZone) => new Intl.DateTimeFormat('es-PE', { second: '2-digit', timeZone }),
)
const dayFormat = enZona(
  (timeZone) => new Intl.DateTimeFormat('es-PE', { day: 'numeric', month: 'short', timeZone }),
)
const hourFormat = enZona(
  (timeZone) =>
    new Intl.DateTimeFormat('es-PE', {
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
      timeZone,
    }),
)

/** An instant to the second, so that two prices of one minute differ. */
function formatExacto(text: string): string {
  return `${formatFechaHora(text)}:${seconds().format(new Date(text)).padStart(2, '0')}`
}
