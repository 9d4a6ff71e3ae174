import { sql } from 'kysely'
import { azarDe } from '../../jaula/azar.ts'
import type { TestApp } from '../servidor/app.ts'

/** A conversion that SQL, server and browser must make alike: the amount of one side is given, the other computed. */
export interface Vector {
  metodo_calculo: 'm' | 'd'
  /** Decimals of the rate, 0–8, and the rate with exactly those. */
  precision: number
  tasa: string
  /** Decimals of the amount sent and of the amount received, 0–8. */
  decimales: { envia: number; recibe: number }
  lado: 'envia' | 'recibe'
  monto: string
}

/**
 * `tasas` rates of both methods and every precision, each with `montos` amounts of every size on either side, drawn
 * from one seed: the same seed makes the same vectors.
 */
export function vectores(semilla: number, tasas: number, montos: number): Vector[][] {
  const azar = azarDe(semilla)
  const digits = (whole: number, decimals: number) => {
    const first = String(azar.entero(1, 9))
    const more = Array.from({ length: whole + decimals - 1 }, () => azar.entero(0, 9)).join('')
    const all = `${first}${more}`
    return decimals === 0 ? all : `${all.slice(0, whole)}.${all.slice(whole)}`
  }
  /** A positive amount, sometimes as small as 0.000123; never zero. */
  const number = (maxWhole: number, decimals: number) => {
    if (decimals > 0 && azar.entero(0, 3) === 0) {
      const zeros = azar.entero(0, decimals - 1)
      const rest = decimals - zeros
      return `0.${'0'.repeat(zeros)}${digits(rest, 0)}`
    }
    return digits(azar.entero(1, maxWhole), decimals)
  }
  return Array.from({ length: tasas }, (_, i) => {
    const precision = i % 9
    const tasa = {
      metodo_calculo: azar.de(['m', 'd'] as const),
      precision,
      tasa: number(6, precision),
      decimales: { envia: azar.entero(0, 8), recibe: azar.entero(0, 8) },
    }
    return Array.from({ length: montos }, () => {
      const lado = azar.de(['envia', 'recibe'] as const)
      return { ...tasa, lado, monto: number(9, azar.entero(0, tasa.decimales[lado])) }
    })
  })
}

/**
 * The results that SQL computes for the cases, in their order: `query` is the expression selected from `x`, a row with
 * the columns `as` (`monto numeric, tasa numeric`).
 */
export async function enSql<T>(
  db: TestApp['db'],
  casos: readonly object[],
  as: string,
  query: string,
): Promise<T[]> {
  const names = as.replaceAll(/(\w+) \w+(\[\])?/g, '$1')
  const { rows } = await sql<T>`
    SELECT ${sql.raw(query)} FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(casos)}::jsonb) AS (${sql.raw(as)}))
      WITH ORDINALITY AS x (${sql.raw(names)}, n) ORDER BY x.n`.execute(db)
  return rows
}
