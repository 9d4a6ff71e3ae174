import { sql } from 'kysely'
import { citado } from '../../../core/texto/citado.ts'
import { exigirControl } from '../../../server/acceso/control.ts'
import type { Context } from '../../../server/area.ts'
import { type Diferencia, porArea } from '../rules.ts'
import { palabrasDe } from './nombres.ts'

/** One line for the permissions of each area: `Se da: Ver clientes; Crear y editar clientes`. */
const lineas = (que: string, permisos: readonly string[]) =>
  [...porArea(permisos).values()].map((own) => `${que}: ${own.map(palabrasDe).join('; ')}`)

const cuantos = (n: number) => `${n} ${n === 1 ? 'permiso' : 'permisos'}`

/**
 * One request for all that a role's people may from now on and no longer may, each permission told: where
 * somebody holds the role, and it gains, or loses that by which its people are a second person. The triggers ask for
 * nothing more in this transaction. @throws DomainError CONFIRME, VISTO_FALTA
 */
export async function controlarPermisos(
  yo: Pick<Context, 'db' | 'quien'>,
  rol: { slug: string; nombre: string },
  { ganan, pierden }: Diferencia,
): Promise<void> {
  const { rows } = await sql<{ debe: boolean }>`
    SELECT EXISTS (SELECT FROM usuarios WHERE rol_slug = ${rol.slug} AND estatus)
      AND (${ganan.length} > 0 OR ${pierden}::text[] && permisos_que_mandan()) AS debe`.execute(
    yo.db,
  )
  if (!rows[0]?.debe) return
  const changes = [
    ganan.length > 0 ? `${ganan.length === 1 ? 'se da' : 'se dan'} ${cuantos(ganan.length)}` : [],
    pierden.length > 0
      ? `${pierden.length === 1 ? 'se quita' : 'se quitan'} ${cuantos(pierden.length)}`
      : [],
  ].flat()
  await exigirControl(yo, {
    ...{ clave: 'permiso', origen: 'roles' },
    que: { rol: rol.slug, ganan: ganan.toSorted(), pierden: pierden.toSorted() },
    titulo: `cambiar lo que puede el rol ${citado(rol.nombre)}: ${changes.join(' y ')}`,
    detalle: [...lineas('Se da', ganan), ...lineas('Se quita', pierden)].join('\n'),
  })
}
