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
