/** Names under which a secret could have been kept; the database drops them too (auditoria_sin_secretos). */
const SECRETO = /pass(word)?|contrase|clave_|secret|token|semilla|totp|_hash$|^codigos$/i
/** What only those who may see cost and profit read. */
const RESERVADO = /ganancia|costo|margen|utilidad/i

/** A value of the audit as it may be shown: no secret ever, no cost or profit without `ganancia`. */
export function sinReservados(valor: unknown, ganancia: boolean): unknown {
  if (Array.isArray(valor)) return valor.map((item) => sinReservados(item, ganancia))
  if (typeof valor !== 'object' || valor === null) return valor
  const shown = Object.entries(valor).filter(
    ([name]) => !SECRETO.test(name) && (ganancia || !RESERVADO.test(name)),
  )
  return Object.fromEntries(shown.map(([name, item]) => [name, sinReservados(item, ganancia)]))
}

/** A field of a change: where it stands, what it was and what it is. */
export interface Diferencia {
  /** Names on the way to it, places in a list as numbers from 1: `['recibimos', '2', 'monto']`. */
  lugar: string[]
  antes: Valor
  despues: Valor
}
export type Valor = string | number | boolean | null

const MAX_HONDO = 6

function hojas(valor: unknown, lugar: string[] = []): [string[], Valor][] {
  if (typeof valor !== 'object' || valor === null) return [[lugar, valor as Valor]]
  if (lugar.length >= MAX_HONDO) return [[lugar, JSON.stringify(valor)]]
  const parts = Array.isArray(valor)
    ? valor.map((item, i) => [String(i + 1), item] as const)
    : Object.entries(valor)
  return parts.flatMap(([name, item]) => hojas(item, [...lugar, name]))
}

/** Digits as the database or a form writes them: `35.00` is `35`. */
function igual(a: Valor, b: Valor): boolean {
  const plain = (v: Valor) => {
    const text = String(v)
    return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text
  }
  return a === b || (a !== null && b !== null && plain(a) === plain(b))
}

/**
 * What a change changed, field by field. A creation lists what was written and is not empty; an edit only what is
 * different, of the fields that it names: the rest of the row before is no change.
 */
export function diferencias(antes: unknown, despues: unknown): Diferencia[] {
  const before = new Map(hojas(antes ?? {}).map(([lugar, v]) => [lugar.join('\n'), v]))
  const after = new Map(hojas(despues ?? {}).map(([lugar, v]) => [lugar.join('\n'), v]))
  const tops = new Set(Object.keys((despues ?? {}) as object))
  const gone = [...before.keys()].filter(
    (key) => !after.has(key) && (tops.has(key.split('\n')[0] ?? '') || despues == null),
  )
  return [...after.keys(), ...gone].flatMap((key) => {
    const pair = { antes: before.get(key) ?? null, despues: after.get(key) ?? null }
    if (key === '' || igual(pair.antes, pair.despues)) return []
    return [{ lugar: key.split('\n'), ...pair }]
  })
}
