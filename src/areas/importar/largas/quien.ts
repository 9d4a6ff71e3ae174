import { sql } from 'kysely'
import type { SessionRow } from '../../../server/acceso/guardadas/lectura.ts'
import { type Quien, quienDe } from '../../../server/acceso/sesion.ts'
import type { Db } from '../../../server/db/db.ts'
import type { Abierta } from './queries.ts'

/** Who asked for an import, with what he may do now; null when he may no longer enter. */
export async function quienPide(db: Db, { quien }: Abierta): Promise<Quien | null> {
  const { rows } = await sql<SessionRow>`
    SELECT ${quien.sesion_id}::bigint AS sesion_id, u.id AS usuario_id, u.usuario, u.nombres, u.apellidos, u.correo,
      u.rol_slug, r.nombre AS rol, u.sucursal_id, u.desvio_pct, u.limite_usd,
      ARRAY(SELECT p.permiso FROM roles_permisos p WHERE p.rol_slug = u.rol_slug) AS permisos, false AS temporal,
      false AS segundo_factor, false AS exige_rol, false AS exige_casa, x.sucursales,
      CASE WHEN x.sucursales = '[]' THEN '{}' ELSE sucursales_que_ve(u.id, u.sucursal_id) END AS ve
    FROM usuarios u JOIN roles r ON r.slug = u.rol_slug
      CROSS JOIN (SELECT acceso_sucursales() AS sucursales OFFSET 0) x
    WHERE u.id = ${quien.usuario_id} AND u.estatus AND u.password_temporal_hasta IS NULL`.execute(
    db,
  )
  return rows[0] ? quienDe(rows[0], quien) : null
}
