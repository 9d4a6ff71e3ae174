import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../server/db/db.ts'
import { displayName } from '../../../server/documento.ts'
import {
  type Excepcion,
  MAXIMO_EXCEPCIONES,
  type SumaClase,
  type SumaPersona,
} from '../contract/excepciones.ts'
import type { contrato } from '../contract.ts'
import type { Rango } from '../rules.ts'

type Filtro = Pick<z.output<typeof contrato.excepciones.query>, 'clase' | 'usuario_id' | 'solo'>

/** The exceptions of these days as `e`. Both columns are named, so that each kind finds the index that it has. */
export const delPeriodo = ({ desde, hasta }: Rango) => sql`
  e AS MATERIALIZED (
    SELECT * FROM excepciones WHERE dia BETWEEN ${desde}::date AND ${hasta}::date
      AND fecha >= ${desde}::timestamp AT TIME ZONE zona_horaria()
      AND fecha < (${hasta}::date + 1)::timestamp AT TIME ZONE zona_horaria())`

const given = (...conditions: (RawBuilder<unknown> | false | undefined | '')[]) =>
  sql.join(
    [
      sql`true`,
      ...conditions.filter((each) => each !== false && each !== undefined && each !== ''),
    ],
    sql` AND `,
  )

const SUMA = sql`count(*)::int AS cuantas, count(*) FILTER (WHERE e.solo)::int AS solas,
  round(coalesce(sum(e.valor), 0), 2)::text AS valor`

/** What departed from the rule in these days, with its sums by kind and by person. */
export async function exceptions(db: Db, days: Rango, f: Filtro, yo: number) {
  const clase = f.clase && sql`e.clase = ${f.clase}`
  const persona = f.usuario_id !== undefined && sql`coalesce(e.usuario_id, 0) = ${f.usuario_id}`
  const solo = f.solo && sql`e.solo`
  const json = (of: RawBuilder<unknown>) =>
    sql`(SELECT coalesce(jsonb_agg(to_jsonb(x)), '[]') FROM (${of}) x)`
  const { rows } = await sql<{
    filas: Excepcion[]
    total: Omit<SumaClase, 'clase'>
    clases: SumaClase[]
    personas: SumaPersona[]
    nuevas: number
  }>`
    WITH ${delPeriodo(days)},
    f AS (SELECT * FROM e WHERE ${given(clase, persona, solo)} ORDER BY fecha DESC, id LIMIT ${MAXIMO_EXCEPCIONES})
    SELECT ${json(sql`
        SELECT f.id, f.clase, instante_texto(f.fecha) AS fecha, ${displayName('u')} AS usuario,
               ${displayName('w')} AS aprobado_por, f.origen, f.origen_id, d.numero, f.importe,
               round(f.valor, 2)::text AS valor, f.frase, f.motivo, f.solo
        FROM f LEFT JOIN usuarios u ON u.id = f.usuario_id LEFT JOIN usuarios w ON w.id = f.aprobado_por
        LEFT JOIN LATERAL (SELECT numero FROM documentos x WHERE x.origen = f.origen
          AND x.origen_id = CASE WHEN f.origen_id ~ '^[0-9]{1,18}$' THEN f.origen_id::bigint END LIMIT 1) d ON true
        ORDER BY f.fecha DESC, f.id`)} AS filas,
      (SELECT to_jsonb(x) FROM (SELECT ${SUMA} FROM e WHERE ${given(clase, persona, solo)}) x) AS total,
      ${json(sql`SELECT e.clase, ${SUMA} FROM e WHERE ${given(persona, solo)} GROUP BY 1 ORDER BY 2 DESC, 1`)} AS clases,
      ${json(sql`
        SELECT g.*, ${displayName('u')} AS nombre
        FROM (SELECT e.usuario_id, ${SUMA} FROM e WHERE ${given(clase, solo)} GROUP BY 1) g
        LEFT JOIN usuarios u ON u.id = g.usuario_id ORDER BY g.cuantas DESC, g.usuario_id`)} AS personas,
      reportes_aflojadas(${yo}) AS nuevas`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/** The numbers of exceptions by kind, the most frequent first. */
export async function countsByKind(db: Db, days: Rango) {
  const { rows } = await sql<{ clase: string; cuantas: number; solas: number }>`
    WITH ${delPeriodo(days)}
    SELECT e.clase, count(*)::int AS cuantas, count(*) FILTER (WHERE e.solo)::int AS solas
    FROM e GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db)
  return rows
}
