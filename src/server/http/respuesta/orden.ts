import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'

/** The value by which rows named `t` are sorted, never null. */
export type Valor = (t: string) => RawBuilder<unknown>

/** A column as it is. */
export const columna =
  (name: string): Valor =>
  (t) =>
    sql.ref(`${t}.${name}`)

/** The value of `Valor` for each column by which the list may be sorted: the keys are the contract's. */
export type Ordenes<O extends string> = Record<O extends `-${string}` ? never : O, Valor>

interface Orden {
  /** What stands after ORDER BY. */
  por: RawBuilder<unknown>
  /** What a row of the page fulfils; null on the first page. */
  desde: RawBuilder<boolean> | null
  /** Where `ASC` or `DESC` is wanted alone. */
  sentido: RawBuilder<unknown>
  valor: RawBuilder<unknown>
}

/**
 * The order of a list of rows `fila` of `tabla`, equal values by id, so that no row stands on two pages or on none
 * (R-230). The cursor is the id of the last row seen; its value is looked up.
 */
export function ordenDe<O extends string>(
  { tabla, fila, por }: { tabla: string; fila: string; por: Ordenes<O> },
  orden: O,
  last: number | null,
): Orden {
  const down = orden.startsWith('-')
  const of = por[orden.replace(/^-/, '') as keyof typeof por]
  const sentido = down ? sql`DESC` : sql`ASC`
  const id = sql.ref(`${fila}.id`)
  const valor = of(fila)
  return {
    sentido,
    valor,
    por: sql`${valor} ${sentido}, ${id} ${sentido}`,
    desde:
      last === null
        ? null
        : sql<boolean>`(${valor}, ${id}) ${down ? sql`<` : sql`>`}
            (SELECT ${of('antes')}, antes.id FROM ${sql.table(tabla)} antes WHERE antes.id = ${last})`,
  }
}

/**
 * Whoever may not see a column does not learn its order either (R-230).
 * @throws DomainError VALIDACION, as for a column that does not exist.
 */
export function exigirVisible(orden: string | undefined, ocultas: readonly string[]): void {
  if (!orden || !ocultas.includes(orden.replace(/^-/, ''))) return
  throw new DomainError('VALIDACION', {}, [{ msg: 'Ese orden no existe.', campo: 'orden' }])
}
