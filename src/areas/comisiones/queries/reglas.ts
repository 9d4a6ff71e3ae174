import { sql } from 'kysely'
import type { Db } from '../../../server/db/db.ts'
import type { Regla, ReglaDetalle } from '../contract/reglas.ts'
import { nombre, quienes } from '../queries.ts'

const columns = sql`r.id, r.serie_id, r.edicion, r.rol, r.usuario_id, r.agente_id, nullif(r.beneficiario, '') AS beneficiario,
  ${nombre} AS nombre, r.tipo, r.de_id, r.a_id, r.divisa_id, r.base, trim_scale(r.valor)::text AS valor,
  round(r.minimo, 2)::text AS minimo, round(r.maximo, 2)::text AS maximo, r.desde, r.hasta, r.version,
  EXISTS (SELECT FROM comisiones c WHERE c.regla_id = r.id) AS aplicada,
  CASE WHEN r.retirada THEN 'retirada' WHEN r.desde > fecha_negocio(ahora()) THEN 'futura'
       WHEN r.hasta < fecha_negocio(ahora()) THEN 'terminada' ELSE 'vigente' END AS estado`

/**
 * Rules, those that apply before those that did: all, or those by which `beneficiario` may earn, which are his own and
 * those of everybody in his kind of role.
 */
export async function rules(db: Db, beneficiario: string | null): Promise<Regla[]> {
  const roles = beneficiario?.startsWith('u') ? ['creador', 'pagador'] : ['agente']
  const his = beneficiario
    ? sql`WHERE r.beneficiario IN (${beneficiario}, '') AND r.rol = ANY (${roles}::text[])`
    : sql``
  const { rows } = await sql<Regla>`
    SELECT ${columns} FROM comisiones_reglas r ${quienes('r')} ${his}
    ORDER BY r.retirada, coalesce(r.hasta < fecha_negocio(ahora()), false), r.rol, r.beneficiario = '' DESC,
             r.serie_id, r.edicion DESC`.execute(db)
  return rows
}

export async function rule(db: Db, id: number): Promise<ReglaDetalle | null> {
  const { rows } = await sql<ReglaDetalle>`
    SELECT ${columns},
           greatest(fecha_negocio(ahora()), (SELECT max(c.fecha_negocio) + 1 FROM comisiones c WHERE c.regla_id = r.id)) AS puede_desde,
           ${historial('comisiones-reglas', sql`r.id`)} AS historial
    FROM comisiones_reglas r ${quienes('r')} WHERE r.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Who did what to a row, from the audit; oldest first. */
export const historial = (entidad: string, id: ReturnType<typeof sql>) => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('fecha', instante_texto(h.fecha),
           'accion', h.accion, 'usuario', usuarios_corto(w)) ORDER BY h.id), '[]')
  FROM auditoria h JOIN usuarios w ON w.id = h.usuario_id
  WHERE h.entidad = ${entidad} AND h.entidad_id = ${id}::text)`

/** Whoever may be named in a rule; inactive ones are offered only where they are chosen already. */
export async function users(db: Db) {
  const { rows } = await sql<{ id: number; nombre: string; estatus: boolean }>`
    SELECT u.id, u.nombres || ' ' || u.apellidos AS nombre, u.estatus FROM usuarios u ORDER BY 2, 1`.execute(
    db,
  )
  return rows
}
