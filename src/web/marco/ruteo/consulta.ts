import { numeroDe, terminoDe } from '../buscados.ts'

/** Text of the address's query, nothing converted but what was searched: `?limite=50&buscar=*0`. */
export function parseSearch(text: string): Record<string, string> {
  const { buscar, ...rest } = Object.fromEntries(new URLSearchParams(text))
  const term = buscar && terminoDe(buscar)
  return { ...rest, ...(term && { buscar: term }) }
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).filter(([, v]) => v !== undefined && v !== null && v !== '')
  const text = new URLSearchParams(
    pairs.map(([k, v]) => [k, k === 'buscar' ? numeroDe(String(v)) : String(v)]),
  ).toString()
  return text && `?${text}`
}
