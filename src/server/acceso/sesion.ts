import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { PERMISOS, type Permiso, ROL_ADM } from '../../core/permisos.ts'
import { type Db, transaction } from '../db/db.ts'

/** Who asks: read from the database on every request, never from the token or the browser. */
export interface Quien {
  usuario_id: number
  sesion_id: number
  usuario: string
  nombres: string
  apellidos: string
  correo: string
  role: { slug: string; nombre: string }
  permisos: readonly string[]
  sucursal_id: number | null
  /** How far from the published rate this user may go, in percent. */
  desvio_pct: string
  /** What one operation of this user may be worth at most, in US$; null without a limit. */
  limite_usd: string | null
  /** What this session must do before anything else: change a password that somebody else knows, enrol. */
  debe: Debe | null
  ip: string
  solicitud: string
}

/** What a session may owe before it may do anything else. */
export type Debe = 'password' | 'segundo_factor'

const TOKEN = /^[A-Za-z0-9_-]{43}$/
const REFRESH_GRACE_SECONDS = 30
const ALL: readonly string[] = Object.keys(PERMISOS)

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

interface SessionRow {
  sesion_id: number
  usuario_id: number
  usuario: string
  nombres: string
  apellidos: string
  correo: string
  rol_slug: string
  rol: string
  sucursal_id: number | null
  desvio_pct: string
  limite_usd: string | null
  permisos: string[]
  temporal: boolean
  sin_factor: boolean
  reciente: boolean
}

/**
 * The session of a token, with the user's permissions as they are now; null when there is none: unknown,
 * ended, idle too long, past its absolute life, or its user is inactive. One indexed read; the idle clock
 * is written at most once a minute, not at all without `tocar`: a look is not a use. A use that lies ahead, since the
 * clock went back, stays: nobody is signed out at work when it is set right again. During 30 s after a refresh the token
 * before it is good too.
 */
export async function readSession(
  db: Db,
  token: string,
  request: { ip: string; solicitud: string },
  { tocar = true }: { tocar?: boolean } = {},
): Promise<Quien | null> {
  if (!TOKEN.test(token)) return null
  const hash = hashOf(token)
  const { rows } = await sql<SessionRow>`
    SELECT s.id AS sesion_id, u.id AS usuario_id, u.usuario, u.nombres, u.apellidos, u.correo, u.rol_slug, r.nombre AS rol,
           u.sucursal_id, u.desvio_pct, u.limite_usd, s.usada_en > ahora() - interval '1 minute' AS reciente,
           u.password_temporal_hasta IS NOT NULL AS temporal,
           coalesce(s.creada_en >= r.exige_totp_desde AND NOT EXISTS (
             SELECT FROM usuarios_totp t WHERE t.usuario_id = u.id AND t.confirmado_en IS NOT NULL), false) AS sin_factor,
           ARRAY(SELECT permiso FROM roles_permisos WHERE rol_slug = u.rol_slug) AS permisos
    FROM sesiones s JOIN usuarios u ON u.id = s.usuario_id JOIN roles r ON r.slug = u.rol_slug
    WHERE (s.token_hash = ${hash} OR s.previo_hash = ${hash} AND s.previo_hasta > ahora())
      AND s.terminada_en IS NULL AND u.estatus AND s.vence_en > ahora()
      AND s.usada_en > ahora() - make_interval(mins => ajuste('sesion_inactiva_minutos')::int)`.execute(
    db,
  )
  const row = rows[0]
  if (!row) return null
  if (tocar && !row.reciente) {
    await sql`UPDATE sesiones SET usada_en = ahora() WHERE id = ${row.sesion_id}`.execute(db)
  }
  return {
    usuario_id: row.usuario_id,
    sesion_id: row.sesion_id,
    usuario: row.usuario,
    nombres: row.nombres,
    apellidos: row.apellidos,
    correo: row.correo,
    role: { slug: row.rol_slug, nombre: row.rol },
    permisos: row.rol_slug === ROL_ADM ? ALL : row.permisos,
    sucursal_id: row.sucursal_id,
    desvio_pct: row.desvio_pct,
    limite_usd: row.limite_usd,
    debe: row.temporal ? 'password' : row.sin_factor ? 'segundo_factor' : null,
    ...request,
  }
}

/**
 * Opens a session: answers its token (256 random bits, base64url); only the hash is stored. A user has so many at once
 * (setting `sesiones_por_usuario`): the one longest unused makes room, since leaving makes no call (R-114). The new one
 * stays whatever the clock says: after it went back, every other looks younger.
 */
export async function openSession(
  db: Db,
  usuario_id: number,
  origin: { ip: string; agente: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await transaction(db, async (tx) => {
    // His row is held, so that sign-ins at once count one another; it also keeps when he last came.
    await sql`UPDATE usuarios SET ultimo_ingreso = ahora() WHERE id = ${usuario_id}`.execute(tx)
    const { rows } = await sql<{ id: number }>`
      INSERT INTO sesiones (usuario_id, token_hash, creada_en, usada_en, vence_en, ip, agente)
      VALUES (${usuario_id}, ${hashOf(token)}, ahora(), ahora(),
              ahora() + make_interval(hours => ajuste('sesion_maxima_horas')::int), ${origin.ip}, ${origin.agente.slice(0, 200)}) RETURNING id`.execute(
      tx,
    )
    await sql`
      UPDATE sesiones SET terminada_en = ahora() WHERE id IN (
        SELECT id FROM sesiones WHERE usuario_id = ${usuario_id} AND terminada_en IS NULL AND id <> ${rows[0]?.id}
        ORDER BY usada_en DESC, id DESC OFFSET ajuste('sesiones_por_usuario')::int - 1)`.execute(tx)
  })
  return token
}

/** A session as its user, or an administrator, reads it. */
export interface SesionAbierta {
  id: number
  creada_en: string
  usada_en: string
  ip: string | null
  agente: string | null
}

/** The sessions of a user that still open something, the last used first. */
export async function openSessions(db: Db, usuario_id: number): Promise<SesionAbierta[]> {
  const { rows } = await sql<SesionAbierta>`
    SELECT id, creada_en, usada_en, ip, agente FROM sesiones
    WHERE usuario_id = ${usuario_id} AND terminada_en IS NULL AND vence_en > ahora()
      AND usada_en > ahora() - make_interval(mins => ajuste('sesion_inactiva_minutos')::int)
    ORDER BY usada_en DESC, id DESC`.execute(db)
  return rows
}

/** Ends sessions of a user: one, all but one, or all. Answers how many ended. */
export async function endSessions(
  db: Db,
  usuario_id: number,
  which: { solo?: number; menos?: number } = {},
): Promise<number> {
  const { solo, menos } = which
  const { rows } = await sql`
    UPDATE sesiones SET terminada_en = ahora() WHERE usuario_id = ${usuario_id} AND terminada_en IS NULL
      ${solo === undefined ? sql`` : sql`AND id = ${solo}`}
      ${menos === undefined ? sql`` : sql`AND id <> ${menos}`} RETURNING id`.execute(db)
  return rows.length
}

/**
 * Exchanges a token for its successor. The successor is derived from the token and a seed of the row, so
 * two tabs that refresh at once get the same one for 30 s without any token being stored. A token used
 * again after that was copied: its session ends.
 * @throws DomainError SESION_REQUERIDA
 */
export async function refreshSession(db: Db, token: string): Promise<string> {
  if (!TOKEN.test(token)) throw new DomainError('SESION_REQUERIDA')
  const hash = hashOf(token)
  const semilla = randomBytes(32)
  const successor = derive(semilla, token)
  const { rows } = await sql<{ id: number }>`
    UPDATE sesiones SET token_hash = ${hashOf(successor)}, previo_hash = ${hash}, semilla = ${semilla},
           previo_hasta = ahora() + make_interval(secs => ${REFRESH_GRACE_SECONDS}), usada_en = ahora()
    WHERE token_hash = ${hash} AND terminada_en IS NULL AND vence_en > ahora()
      AND usada_en > ahora() - make_interval(mins => ajuste('sesion_inactiva_minutos')::int)
    RETURNING id`.execute(db)
  if (rows.length === 1) return successor
  return repeatSuccessor(db, token, hash)
}

function derive(semilla: Buffer, token: string): string {
  return createHmac('sha256', semilla).update(token).digest('base64url')
}

async function repeatSuccessor(db: Db, token: string, hash: Buffer): Promise<string> {
  const { rows } = await sql<{ id: number; token_hash: Buffer; semilla: Buffer; vigente: boolean }>`
    SELECT id, token_hash, semilla, previo_hasta > ahora() AS vigente FROM sesiones
    WHERE previo_hash = ${hash} AND terminada_en IS NULL`.execute(db)
  const row = rows[0]
  if (!row) throw new DomainError('SESION_REQUERIDA')
  const successor = derive(row.semilla, token)
  if (row.vigente && timingSafeEqual(hashOf(successor), row.token_hash)) return successor
  await sql`UPDATE sesiones SET terminada_en = ahora() WHERE id = ${row.id}`.execute(db)
  throw new DomainError('SESION_REQUERIDA')
}

const FALTA: Record<Debe, string> = {
  password: 'cambiar su contraseña temporal',
  segundo_factor: 'activar su segundo factor',
}

/** Stops a session that still owes something. @throws DomainError INGRESO_INCOMPLETO */
export function exigirIngreso({ debe }: Quien): void {
  if (debe) throw new DomainError('INGRESO_INCOMPLETO', { debe, falta: FALTA[debe] })
}

/** What SQL functions take as `quien`: who causes a change, as the audit keeps it, and whether he may use what others answer for. */
export function auditOf(quien: Quien): string {
  const { usuario_id, sesion_id, ip, solicitud } = quien
  return JSON.stringify({
    ...{ usuario_id, sesion_id, ip, solicitud },
    ajenas: tiene(quien, 'cuentas:ajenas'),
  })
}

export function tiene(quien: Quien, permiso: Permiso): boolean {
  return quien.permisos.includes(permiso)
}
