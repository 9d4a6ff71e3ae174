/**
 * The key in the fragment of an address (after `#`), null when there is none. Browsers never send the fragment, so no
 * server log and no `Referer` contains the key.
 */
export function claveDe(fragmento: string): string | null {
  return /^#?clave=([\w-]{43})$/.exec(fragmento)?.[1] ?? null
}

/** The address of a link, given the house's origin. */
export function direccionDe(origen: string, clave: string): string {
  return `${origen}/pizarra#clave=${clave}`
}
