/** An address as `ajustes_reglas` keeps it: scheme, host, port. */
const DIRECCION = /^https?:\/\/[a-z0-9.-]+(:[0-9]{1,5})?$/

/** As people write an address, `Andino.pe/`, and as it is kept: `https://andino.pe`. What is none stays as it is. */
export function enInternet(text: string): string {
  const whole = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`
  if (text === '' || !URL.canParse(whole)) return text
  const { protocol, host, pathname, search, hash } = new URL(whole)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}${search}${hash}`
}

/** What to write instead of an address that cannot be kept; null for a good one and for none. */
export function noEsDireccion(text: string): string | null {
  if (text === '' || DIRECCION.test(text)) return null
  return 'Escriba solo la dirección de la casa, sin nada detrás: https://micasadecambio.pe'
}
