import { type RawBuilder, sql } from 'kysely'

/** The text of a search box as a LIKE pattern: accents and case ignored, `% _ \` taken literally. */
export function likeOf(term: string): RawBuilder<string> {
  const escaped = term.replaceAll(/[\\%_]/g, '\\$&')
  return sql<string>`normalizar(${`%${escaped}%`})`
}

/**
 * Condition that a document's number is the one that was typed. The whole number may be typed (`CV-2025-000123`,
 * `CV-AQP-2025-000123`), or its end (`2025-123`, `AQP-123`, `123`). A number without a year is found in every year, one
 * without a branch's code in the series of the house and of every branch, and one without a prefix under every prefix
 * that this kind of document has or had (R-359). `tipo` is the kind's own word, whatever its prefix is now.
 */
export function conNumero(columna: string, tipo: string, buscar: string): RawBuilder<boolean> {
  const [, letras = '', anio, n] =
    /^((?:[a-z][a-z0-9]{0,4}-){0,2})(?:(\d{4})-)?0*(\d{1,9})$/i.exec(buscar) ?? []
  if (!n) return sql<boolean>`false`
  const [una, otra] = letras.toUpperCase().split('-')
  const prefijo = sql`p.prefijo = ${una}`
  const codigo = (de: string | undefined) => sql`split_part(s.serie, '-', 2) = ${de}`
  const suya = otra
    ? sql`AND ${prefijo} AND ${codigo(otra)}`
    : una
      ? sql`AND (${prefijo} OR ${codigo(una)})`
      : sql``
  return sql<boolean>`${sql.ref(columna)} = ANY (ARRAY(
    SELECT s.serie || '-' || s.anio || '-' || lpad(${n}, greatest(6, length(${n})), '0')
    FROM series s JOIN series_prefijos p ON p.prefijo = split_part(s.serie, '-', 1)
    WHERE p.tipo = ${tipo} ${suya} ${anio ? sql`AND s.anio = ${anio}::int` : sql``}))`
}

/** Condition that a document's number has what was typed in it, or is the one that was typed (`conNumero`). */
export function buscaNumero(columna: string, tipo: string, buscar: string): RawBuilder<boolean> {
  const has = sql`lower(${sql.ref(columna)}) LIKE ${likeOf(buscar)}`
  return sql<boolean>`(${has} OR ${conNumero(columna, tipo, buscar)})`
}
