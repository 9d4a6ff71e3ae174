import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import type { Db } from '../db/db.ts'

/*
 * What is refused at the door is audited. A stranger may be refused thousands of times a second: the database
 * writes one row a minute and counts the rest, and of one process one statement at a time is on its way for each kind.
 */

/** The request that was refused, and whose it was where that is known. */
export interface Origen {
  ip: string
  solicitud: string
  usuario_id?: number
  sesion_id?: number
}

interface Rechazo {
  /** Where it was refused: a path, or `sesiones`. */
  entidad: string
  /** The person or session that is meant; null where nobody is known by that name. */
  id: number | null
  motivo: string
}

interface Estado {
  escribiendo: boolean
  veces: number
}
const estados = new Map<string, Estado>()

/** Audits a refusal. Its own failure is not the caller's: what was refused stays refused. */
export async function anotarRechazo(db: Db, origen: Origen, rechazo: Rechazo): Promise<void> {
  const { entidad, id, motivo } = rechazo
  const key = `${motivo} ${entidad} ${id}`
  const estado = estados.get(key) ?? { escribiendo: false, veces: 0 }
  estados.set(key, estado)
  estado.veces += 1
  if (estado.escribiendo) return
  estado.escribiendo = true
  try {
    // Once more for those that came meanwhile; what comes still later is counted with the next one.
    for (let turn = 0; turn < 2 && estado.veces > 0; turn += 1) {
      const { veces } = estado
      estado.veces = 0
      await sql`SELECT acceso_anotar(${JSON.stringify(origen)}::jsonb, ${entidad}, ${id === null ? null : String(id)},
                ${motivo}, ${veces})`.execute(db)
    }
  } finally {
    estado.escribiendo = false
    if (estado.veces === 0) estados.delete(key)
  }
}

/** The reason of a refusal, as the audit names it; null for what is not about who somebody is. */
const MOTIVOS: Readonly<Record<string, string>> = {
  DEMASIADOS_INTENTOS: 'bloqueo',
  CODIGO_REQUERIDO: 'falta-codigo',
  CREDENCIALES: 'credenciales',
  CREDENCIALES_CODIGO: 'credenciales',
  VALIDACION: 'credenciales',
  FIRMA_SIN_FACTOR: 'sin-factor',
  SESION_REQUERIDA: 'sesion',
}

/** Runs `work` and audits its refusal, which goes on. */
export async function conBitacora<T>(
  db: Db,
  origen: Origen,
  rechazo: Omit<Rechazo, 'motivo'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const motivo = error instanceof DomainError ? MOTIVOS[error.code] : undefined
    if (motivo) await anotarRechazo(db, origen, { ...rechazo, motivo })
    throw error
  }
}

interface Hallado {
  sesion_id: number
  usuario_id: number
  motivo: string
}

/** Audits a token that opens nothing: whose it was and why, where it was ever given out. Without a token, nothing. */
export async function anotarToken(
  db: Db,
  hash: Buffer | null,
  origen: { ip: string; solicitud: string },
): Promise<void> {
  if (hash === null) return
  const { rows } = await sql<Hallado>`
    SELECT s.id AS sesion_id, s.usuario_id,
           CASE WHEN s.token_hash <> ${hash} THEN 'token-anterior' WHEN s.terminada_en IS NOT NULL THEN 'sesion-terminada'
                WHEN NOT u.estatus THEN 'usuario-inactivo' ELSE 'sesion-vencida' END AS motivo
    FROM sesiones s JOIN usuarios u ON u.id = s.usuario_id
    WHERE s.token_hash = ${hash} OR s.previo_hash = ${hash}
       OR s.id = (SELECT sesion_id FROM sesiones_tokens WHERE hash = ${hash})`.execute(db)
  const {
    usuario_id,
    sesion_id,
    motivo = 'token-desconocido',
  } = rows[0] ?? ({} as Partial<Hallado>)
  const quien = { ...origen, ...(usuario_id && sesion_id && { usuario_id, sesion_id }) }
  await anotarRechazo(db, quien, { entidad: 'sesiones', id: sesion_id ?? null, motivo })
}
