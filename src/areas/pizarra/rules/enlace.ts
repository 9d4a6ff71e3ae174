/**
 * The key in what follows the address's `#`, null when there is none. It stands there because browsers never send
 * that part: no server's log and no `Referer` ever holds it.
 */
export function claveDe(fragmento: string): string | null {
  return /^#?clave=([\w-]{43})$/.exec(fragmento)?.[1] ?? null
}

/** The address of a link, from the origin of the house. */
export function direccionDe(origen: string, clave: string): string {
  return `${origen}/pizarra#clave=${clave}`
}
