/** The time zone of a house that chose none. */
export const LIMA = 'America/Lima'

/** The header in which every answer of the API says the house's zone; without it, Lima's. */
export const ZONA_CABECERA = 'x-zona-horaria'

let zona: string = LIMA

/** The time zone in which the house counts its days and writes its hours. */
export const zonaHoraria = (): string => zona

/**
 * Sets the house's time zone for this program: in the server from the database, in a browser from what an answer of the
 * server says.
 */
export function ponerZona(nueva: string): void {
  zona = nueva
}

/** What `hacer` makes for the house's time zone; made again only when the zone has changed. */
export function enZona<T>(hacer: (zona: string) => T): () => T {
  let hecho: { de: string; valor: T } | undefined
  return () => {
    if (hecho?.de !== zona) hecho = { de: zona, valor: hacer(zona) }
    return hecho.valor
  }
}

const dia = /* @__PURE__ */ enZona((timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone }))

/** The business day of an instant in milliseconds, as `2026-11-21`. */
export const diaDe = (ms: number): string => dia().format(ms)

const partes = /* @__PURE__ */ enZona(
  (timeZone) =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
)

/** How far the business's clock is ahead of UTC at an instant, in milliseconds. */
export function adelanto(ms: number): number {
  const of = Object.fromEntries(
    partes()
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  return Date.parse(`${of.year}-${of.month}-${of.day}T${of.hour}:${of.minute}:${of.second}Z`) - ms
}

/**
 * The instant at which the business's clock first shows `local`, its date and hour as if they were UTC, in milliseconds.
 * Of an hour that is skipped when clocks are set ahead, the instant of the change.
 */
export function deReloj(local: number): number {
  const before = local - adelanto(local - 86_400_000)
  const after = local - adelanto(local + 86_400_000)
  return before + adelanto(before) === local || after + adelanto(after) !== local ? before : after
}

/** The instant at which a business day begins, in UTC. */
export function inicioDelDia(fecha: string): string {
  return new Date(deReloj(Date.parse(`${fecha}T00:00:00Z`))).toISOString()
}

/** The instant at which it ends, and the next one begins. */
export function finDelDia(fecha: string): string {
  return inicioDelDia(new Date(Date.parse(fecha) + 86_400_000).toISOString().slice(0, 10))
}
