/**
 * What was searched in this tab. An address is kept in histories, shown to whoever stands by and copied into chats, and a
 * search names a person: it holds the term's number instead.
 */
const LLAVE = 'buscados'

const leer = (): string[] => JSON.parse(sessionStorage.getItem(LLAVE) ?? '[]')

/** The number under which the address has a term; the same for the same term. */
export function numeroDe(term: string): string {
  const all = leer()
  const at = all.indexOf(term)
  if (at >= 0) return `*${at}`
  sessionStorage.setItem(LLAVE, JSON.stringify([...all, term]))
  return `*${all.length}`
}

/** The term that an address means; one that was typed or kept by somebody is itself. */
export function terminoDe(text: string): string {
  return /^\*\d+$/.test(text) ? (leer()[Number(text.slice(1))] ?? '') : text
}

export const olvidarBuscados = () => sessionStorage.removeItem(LLAVE)
