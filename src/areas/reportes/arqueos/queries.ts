import { sql } from 'kysely'
import type { AnswerOf } from '../../../core/contract.ts'
import type { Db } from '../../../server/db/db.ts'
import { displayName } from '../../../server/documento.ts'
import type { contrato, VistaArqueos } from '../contract/arqueos.ts'
import type { Comparacion } from '../rules.ts'

type Arqueos = AnswerOf<typeof contrato.arqueos>

const GRUPO = {
  cajero: {
    clave: sql`g.usuario_id`,
    nombre: sql`(SELECT ${displayName('u')} FROM usuarios u WHERE u.id = k.clave)`,
  },
  cuenta: {
    clave: sql`g.cuenta_id`,
    nombre: sql`(SELECT c.nombre FROM cuentas c WHERE c.id = k.clave)`,
  },
}

/** Sums of rows of `g`: money as text, in the functional currency. */
const SUMAS = sql`count(*)::int AS conteos, count(*) FILTER (WHERE g.exacto)::int AS exactos,
  count(*) FILTER (WHERE g.vuelta > 1)::int AS recontados,
  count(*) FILTER (WHERE g.valor < 0)::int AS faltantes,
  round(coalesce(-sum(g.valor) FILTER (WHERE g.valor < 0), 0), 2)::text AS faltante,
  count(*) FILTER (WHERE g.valor > 0)::int AS sobrantes,
  round(coalesce(sum(g.valor) FILTER (WHERE g.valor > 0), 0), 2)::text AS sobrante,
  round(coalesce(sum(g.valor), 0), 2)::text AS neto`

/**
 * How tills agreed with the books at their closes of a period. Only approved turns: until then nobody tells a cashier
 * what his count lacks.
 */
export async function counts(
  db: Db,
  { periodo, antes }: Comparacion,
  { sucursal_id }: { sucursal_id?: number | undefined },
  por: VistaArqueos,
): Promise<Omit<Arqueos, keyof Comparacion>> {
  const { clave, nombre } = GRUPO[por]
  const place = (column: string) =>
    sucursal_id === undefined ? sql`true` : sql`coalesce(${sql.ref(column)}, 0) = ${sucursal_id}`
  const closes = ({ desde, hasta }: Comparacion['periodo']) => sql`
    SELECT t.usuario_id, x.cuenta_id, n.vuelta, NOT EXISTS (
             SELECT FROM conteos f WHERE f.turno_id = t.id AND f.momento = 'cierre' AND f.cuenta_id = x.cuenta_id
               AND f.vuelta = 1 AND f.diferencia <> 0) AS exacto,
           (SELECT coalesce(sum(p.valor), 0) FROM apuntes p
            WHERE p.asiento_id = x.asiento_id AND p.cuenta_id = x.cuenta_id) AS valor
    FROM turnos t JOIN turnos_cuentas x ON x.turno_id = t.id JOIN conteos n ON n.id = x.conteo_id
    WHERE t.estado = 'aprobado' AND t.fecha_negocio BETWEEN ${desde}::date AND ${hasta}::date
      AND ${place('t.sucursal_id')}`
  const arqueos =
    por === 'cuenta'
      ? sql`(SELECT count(*)::int FROM conteos q WHERE q.momento = 'arqueo' AND q.cuenta_id = k.clave
             AND q.fecha_negocio BETWEEN ${periodo.desde}::date AND ${periodo.hasta}::date)`
      : sql`NULL`
  const { rows } = await sql<Omit<Arqueos, keyof Comparacion>>`
    WITH hoy AS MATERIALIZED (${closes(periodo)}), previo AS MATERIALIZED (${closes(antes)}),
    k AS (SELECT ${clave} AS clave, ${SUMAS} FROM hoy g GROUP BY 1)
    SELECT coalesce((SELECT jsonb_agg(to_jsonb(k) || jsonb_build_object('clave', k.clave::text, 'nombre', ${nombre},
               'arqueos', ${arqueos}) ORDER BY k.neto::numeric, ${nombre}) FROM k), '[]') AS filas,
           (SELECT to_jsonb(s) FROM (SELECT ${SUMAS} FROM hoy g) s) AS total,
           (SELECT to_jsonb(s) FROM (SELECT ${SUMAS} FROM previo g) s) AS total_antes`.execute(db)
  return rows[0] as (typeof rows)[0]
}
