const PREFIJO = '__Host-'

/**
 * A cookie as the page that asked can keep it best: over https (which the browser says in `Origin`) it is sent to this
 * host alone and never over http. Over http, as in the shop's own network, a browser would refuse both.
 */
export function galleta(cookie: string, origin: string | undefined): string {
  if (!origin?.startsWith('https://')) return cookie
  return `${PREFIJO}${cookie.replace(/; Path=[^;]*/, '; Path=/')}; Secure`
}

/** The cookies of a request, whichever way they were kept; what is in them is signed. */
export const galletasDe = (header = '') => header.replaceAll(PREFIJO, '')
