/** Field names that may hold a secret; the database removes them too (auditoria_sin_secretos). */
const SECRETO = /pass(word)?|contrase|clave_|secret|token|semilla|totp|_hash$|^codigos$/i
/** Field names that only users who may see cost and profit read. */
const RESERVADO = /ganancia|costo|margen|utilidad/i

/** A value of the audit without secrets, and without cost and profit unless `ganancia`. */
export function sinReservados(valor: unknown, ganancia: boolean): unknown {
  if (Array.isArray(valor)) return valor.map((item) => sinReservados(item, ganancia))
  if (typeof valor !== 'object' || valor === null) return valor
  const shown = Object.entries(valor).filter(
    ([name]) => !SECRETO.test(name) && (ganancia || !RESERVADO.test(name)),
  )
  return Object.fromEntries(shown.map(([name, item]) => [name, sinReservados(item, ganancia)]))
}

/** A changed field: its path, its value before and after. */
export interface Diferencia {
  /** Names on the path to it; positions in a list count from 1: `['recibimos', '2', 'monto']`. */
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

/** True when two values are equal as numbers: `35.00` equals `35`. */
function igual(a: Valor, b: Valor): boolean {
  const plain = (v: Valor) => {
    const text = String(v)
    return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text
  }
  return a === b || (a !== null && b !== null && plain(a) === plain(b))
}

/**
 * The differences of a change, field by field. A creation lists the non-empty fields that were written. An edit
 * compares only the fields that it names; the other fields of the row before are not a change.
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
