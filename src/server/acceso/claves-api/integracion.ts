import { sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'
import type { Db } from '../../db/db.ts'
import { anotarRechazo } from '../bitacora.ts'
import type { SessionRow } from '../guardadas/lectura.ts'
import { conIntentos, deClaves } from '../intentos.ts'
import { type Quien, quienDe } from '../sesion.ts'
import { direccionDe, huellaDeClave } from './clave-api.ts'

interface Leida extends Omit<SessionRow, 'sesion_id'> {
  clave_id: number
  /** Why it is not good. */
  motivo: string | null
  /** Its last use was written less than a minute ago, from the same address. */
  reciente: boolean
  /** Its maker does not see its branch any more. */
  ajena: boolean
}

/** No person, so nothing of a person is asked of it. */
const SIN_PERSONA = { temporal: false, segundo_factor: false, exige_rol: false, exige_casa: false }

/**
 * Who asks with a key: the integration, with what it was given and its maker still may. Always as the database
 * has it, so that a key that was revoked in another process is refused, and so is one whose maker lost its branch. Keys
 * that nobody has are counted by address, apart from guesses at passwords; a good one is not asked to wait for
 * them.
 * @throws DomainError CLAVE_API_NO_VALE, CLAVE_API_POR_REVISAR, CLAVE_API_DIRECCION, DEMASIADOS_INTENTOS
 */
export async function leerIntegracion(
  db: Db,
  clave: string,
  origen: { ip: string; solicitud: string },
): Promise<Quien> {
  const desde = direccionDe(origen.ip)
  const { rows } = clave
    ? await sql<Leida>`
        SELECT c.*, CASE WHEN c.sucursales = '[]' THEN '{}' ELSE sucursales_que_ve(c.usuario_id, c.sucursal_id) END AS ve,
          c.sucursales <> '[]' AND NOT EXISTS (SELECT FROM usuarios_con('sucursales:todas') t WHERE t.id = p.id)
            AND NOT coalesce(c.sucursal_id = ANY (sucursales_que_ve(p.id, p.sucursal_id)), false) AS ajena
        FROM acceso_clave(${huellaDeClave(clave)}, ${desde}) c JOIN usuarios p ON p.id = persona_de(c.usuario_id)`.execute(
        db,
      )
    : { rows: [] }
  const [row] = rows
  if (row?.ajena) row.motivo ??= 'clave-sucursal'
  if (row && row.motivo === null) {
    const { clave_id, motivo: _, reciente, ajena: __, ...fila } = row
    if (!reciente) await sql`SELECT acceso_clave_usada(${clave_id}, ${desde})`.execute(db)
    const quien = quienDe({ ...fila, ...SIN_PERSONA, sesion_id: -clave_id }, origen)
    return { ...quien, clave_api: clave_id }
  }
  const whose = row && { usuario_id: row.usuario_id }
  const motivo = row?.motivo ?? 'clave-desconocida'
  const rechazo = { entidad: 'claves-api', id: row?.clave_id ?? null, motivo }
  await anotarRechazo(db, { ...origen, ...whose }, rechazo)
  if (motivo === 'clave-por-revisar') throw new DomainError('CLAVE_API_POR_REVISAR')
  if (motivo === 'clave-direccion') throw new DomainError('CLAVE_API_DIRECCION', { ip: desde })
  if (!row) await conIntentos(db, [deClaves(origen.ip)], async () => null)
  throw new DomainError('CLAVE_API_NO_VALE')
}
