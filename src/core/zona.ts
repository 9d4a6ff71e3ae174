import { ZONA } from './formato.ts'

const partes = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONA,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** How far the business's clock is ahead of UTC at an instant, in milliseconds. */
function adelanto(ms: number): number {
  const of = Object.fromEntries(partes.formatToParts(ms).map(({ type, value }) => [type, value]))
  return Date.parse(`${of.year}-${of.month}-${of.day}T${of.hour}:${of.minute}:${of.second}Z`) - ms
}

/** The instant at which a business day begins, in UTC. */
export function inicioDelDia(fecha: string): string {
  const utc = Date.parse(`${fecha}T00:00:00Z`)
  // Twice: the clocks may have been changed between that midnight and the one of UTC.
  const near = utc - adelanto(utc)
  return new Date(utc - adelanto(near)).toISOString()
}

/** The instant at which it ends, and the next one begins. */
export function finDelDia(fecha: string): string {
  return inicioDelDia(new Date(Date.parse(fecha) + 86_400_000).toISOString().slice(0, 10))
}
