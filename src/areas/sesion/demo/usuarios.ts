import { sql } from 'kysely'
import { ROL_ADM } from '../../../core/permisos.ts'
import type { Context } from '../../../server/area.ts'
import { displayName } from '../../../server/documento.ts'
import { esDeEsteEquipo, PASSWORD_DEMO, USUARIOS_DEMO } from '../../../server/proceso/demo.ts'
import type { contrato, Demo } from '../contract.ts'

const NADIE: Demo = { usuarios: [], password: null }

/**
 * The people of the demo with their published password, for the tiles of the sign-in page: where the program was
 * started as a demo, which it is on loopback alone, the database holds one, and who asks is on this machine.
 */
export async function usuariosDemo({
  db,
  ip,
  afuera,
}: Context<typeof contrato.demo>): Promise<Demo> {
  if (!afuera.demo || !esDeEsteEquipo(ip)) return NADIE
  const { rows } = await sql<Demo['usuarios'][number]>`
    SELECT u.usuario, ${displayName('u')} AS nombre, r.nombre AS rol, s.nombre AS sucursal,
      NOT (r.slug = ${ROL_ADM} OR EXISTS (SELECT FROM roles_permisos p WHERE p.rol_slug = r.slug)) AS sin_permisos
    FROM usuarios u JOIN roles r ON r.slug = u.rol_slug LEFT JOIN sucursales s ON s.id = u.sucursal_id
    WHERE ajuste('demo') IS NOT NULL AND u.estatus AND u.usuario = ANY (${[...USUARIOS_DEMO]}::text[])
    ORDER BY sin_permisos, array_position(${[...USUARIOS_DEMO]}::text[], u.usuario)`.execute(db)
  return rows.length > 0 ? { usuarios: rows, password: PASSWORD_DEMO } : NADIE
}
