import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { manda, PERMISOS, type Permiso, ROL_ADM } from '../../core/permisos.ts'
import { type Db, transaction } from '../db/db.ts'
import { DE_LA_CASA } from '../sucursales.ts'
import type { Guardadas, Leida } from './guardadas/guardadas.ts'
import { halladas, type SessionRow, type Sucursal } from './guardadas/lectura.ts'

/** The user and session of a request, as the database has them, never from the token or the browser. */
export interface Quien {
  usuario_id: number
  /** Of a key of an integration: its id, negative, so that limits tell it from every session. */
  sesion_id: number
  /** The key with which an integration asks; missing where a person does. */
  clave_api?: number
  usuario: string
  nombres: string
  apellidos: string
  correo: string
  role: { slug: string; nombre: string }
  permisos: readonly string[]
  sucursal_id: number | null
  /** The house's branches; none where it has only one, or none. */
  sucursales: readonly Sucursal[]
  /** The branches whose documents and accounts he sees, besides those of none; null: all (R-260). */
  ve: readonly number[] | null
  /** How far from the published rate this user may go, in percent. */
  desvio_pct: string
  /** What one operation of this user may be worth at most, in US$; null without a limit. */
  limite_usd: string | null
  /** Whether the user has a second factor: then each proof of who he is asks for its code too (R-122). */
  segundo_factor: boolean
  /** What this session must do first: change a temporary password or enrol a second factor; null when nothing. */
  debe: Debe | null
  ip: string
  solicitud: string
}

/** Steps that a session may have to complete before any other request is allowed. */
export type Debe = 'password' | 'segundo_factor'

const TOKEN = /^[A-Za-z0-9_-]{43}$/
const REFRESH_GRACE_SECONDS = 30
const ALL: readonly string[] = PERMISOS

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The digest by which a token is known; null for what cannot be one. */
export const huellaDe = (token: string) => (TOKEN.test(token) ? hashOf(token) : null)

/** The sessions kept in the process, for reads. */
export type Sesiones = Guardadas<SessionRow>

interface How {
  /** Whether this is a use of the session. */
  tocar?: boolean
  /** Where a read may take it from, and leaves it; without it the database is asked. */
  guardadas?: Sesiones
}

/**
 * The session of a token with the user's current permissions. Null when the token is unknown or the session has ended,
 * been idle too long or passed its absolute lifetime, or when its user is inactive. The time of last use is written at
 * most once a minute, and not at all without `tocar`. A last use in the future (the clock was set back) is kept, so that
 * correcting the clock signs nobody out. For 30 s after a refresh the old token still works.
 */
export async function readSession(
  db: Db,
  token: string,
  request: { ip: string; solicitud: string },
  { tocar = true, guardadas }: How = {},
): Promise<Quien | null> {
  if (!TOKEN.test(token)) return null
  const hash = hashOf(token)
  const read = () => readRow(db, hash, tocar)
  const row = guardadas
    ? await guardadas.leer(hash.toString('base64'), read)
    : ((await read())?.fila ?? null)
  return row && quienDe(row, request)
}

/** The user of a row with what he may do now. */
export function quienDe(row: SessionRow, request: { ip: string; solicitud: string }): Quien {
  const suyos = row.rol_slug === ROL_ADM ? ALL : row.permisos
  const ve = row.sucursales.length === 0 || suyos.includes('sucursales:todas') ? null : row.ve
  return {
    usuario_id: row.usuario_id,
    sesion_id: row.sesion_id,
    usuario: row.usuario,
    nombres: row.nombres,
    apellidos: row.apellidos,
    correo: row.correo,
    role: { slug: row.rol_slug, nombre: row.rol },
    permisos: ve ? suyos.filter((permiso) => !DE_LA_CASA.includes(permiso)) : suyos,
    sucursal_id: row.sucursal_id,
    sucursales: row.sucursales,
    ve,
    desvio_pct: row.desvio_pct,
    limite_usd: row.limite_usd,
    segundo_factor: row.segundo_factor,
    debe: row.temporal ? 'password' : debeFactor(row) ? 'segundo_factor' : null,
    ...request,
  }
}

async function readRow(db: Db, hash: Buffer, tocar: boolean): Promise<Leida<SessionRow> | null> {
  const { hallada } = await halladas(db).pedir(hash)
  if (!hallada) return null
  const { reciente, ...leida } = hallada
  if (tocar && !reciente) {
    await sql`UPDATE sesiones SET usada_en = ahora() WHERE id = ${leida.fila.sesion_id}`.execute(db)
  }
  return leida
}

/** Whether a second factor is missing that the role, or the house of whoever approves or administers, asks for (R-123). */
export function debeFactor(
  row: Pick<SessionRow, 'segundo_factor' | 'exige_rol' | 'exige_casa' | 'rol_slug' | 'permisos'>,
): boolean {
  const exige = row.exige_rol || (row.exige_casa && manda(row.rol_slug, row.permisos))
  return exige && !row.segundo_factor
}

/**
 * Opens a session and answers its token (256 random bits, base64url); only the hash is stored. A user may have as many
 * as the setting `sesiones_por_usuario` allows; beyond that the least recently used one ends, because closing a browser
 * sends no request (R-114). The new session is never the one that ends, even when the clock was set back.
 */
export async function openSession(
  db: Db,
  usuario_id: number,
  origin: { ip: string; agente: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await transaction(db, async (tx) => {
    // Locks the user's row, so that concurrent sign-ins count each other, and records the last sign-in.
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

/** The valid sessions of a user, the most recently used first. */
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
 * two tabs that refresh within 30 s get the same one although no token is stored. A token used again later, of
 * whatever generation, must have been copied: its session ends, and the house is told.
 * @throws DomainError SESION_REQUERIDA
 */
export async function refreshSession(
  db: Db,
  token: string,
  origen: { ip: string; solicitud: string },
): Promise<string> {
  if (!TOKEN.test(token)) throw new DomainError('SESION_REQUERIDA')
  const hash = hashOf(token)
  const semilla = randomBytes(32)
  const successor = derive(semilla, token)
  const { rows } = await sql<{ sesion_id: number }>`
    WITH renovada AS (
      UPDATE sesiones SET token_hash = ${hashOf(successor)}, previo_hash = ${hash}, semilla = ${semilla},
             previo_hasta = ahora() + make_interval(secs => ${REFRESH_GRACE_SECONDS}), usada_en = ahora()
      WHERE token_hash = ${hash} AND terminada_en IS NULL AND vence_en > ahora()
        AND usada_en > ahora() - make_interval(mins => ajuste('sesion_inactiva_minutos')::int)
      RETURNING id)
    INSERT INTO sesiones_tokens (hash, sesion_id) SELECT ${hash}, id FROM renovada RETURNING sesion_id`.execute(
    db,
  )
  if (rows.length === 1) return successor
  return repeatSuccessor(db, token, hash, origen)
}

function derive(semilla: Buffer, token: string): string {
  return createHmac('sha256', semilla).update(token).digest('base64url')
}

async function repeatSuccessor(
  db: Db,
  token: string,
  hash: Buffer,
  origen: { ip: string; solicitud: string },
): Promise<string> {
  const { rows } = await sql<{
    id: number
    usuario_id: number
    token_hash: Buffer
    semilla: Buffer
    vigente: boolean
  }>`
    SELECT s.id, s.usuario_id, s.token_hash, s.semilla, s.previo_hash = ${hash} AND s.previo_hasta > ahora() AS vigente
    FROM sesiones s WHERE s.terminada_en IS NULL AND (s.previo_hash = ${hash}
      OR s.id = (SELECT sesion_id FROM sesiones_tokens WHERE hash = ${hash}))`.execute(db)
  const row = rows[0]
  if (!row) throw new DomainError('SESION_REQUERIDA')
  const successor = derive(row.semilla, token)
  if (row.vigente && timingSafeEqual(hashOf(successor), row.token_hash)) return successor
  const { id: sesion_id, usuario_id } = row
  await transaction(db, async (tx) => {
    const ended = await sql`
      UPDATE sesiones SET terminada_en = ahora(), repetida_en = ahora()
      WHERE id = ${sesion_id} AND terminada_en IS NULL RETURNING id`.execute(tx)
    if (ended.rows.length === 0) return
    await sql`SELECT auditar(${JSON.stringify({ ...origen, usuario_id, sesion_id })}::jsonb, 'token-repetido', 'sesiones',
              ${String(sesion_id)}, NULL, NULL)`.execute(tx)
  })
  throw new DomainError('SESION_REQUERIDA')
}

const FALTA: Record<Debe, string> = {
  password: 'cambiar su contraseña temporal',
  segundo_factor: 'activar su segundo factor',
}

/** Refuses a session that has not completed its sign-in (`debe`). @throws DomainError INGRESO_INCOMPLETO */
export function exigirIngreso({ debe }: Quien): void {
  if (debe) throw new DomainError('INGRESO_INCOMPLETO', { debe, falta: FALTA[debe] })
}

/**
 * The `quien` argument of SQL functions: the user who causes a change, as the audit records him, and the permissions
 * that those functions check.
 */
export function actor(quien: Quien): Record<string, unknown> {
  const { usuario_id, sesion_id, ip, solicitud, sucursal_id: sucursal } = quien
  return {
    ...{ usuario_id, sesion_id: quien.clave_api ? null : sesion_id, ip, solicitud, sucursal },
    ajenas: tiene(quien, 'cuentas:ajenas'),
    todas: tiene(quien, 'sucursales:todas'),
  }
}

/** The same as JSON. */
export const auditOf = (quien: Quien): string => JSON.stringify(actor(quien))

export function tiene(quien: Pick<Quien, 'permisos'>, permiso: Permiso): boolean {
  return quien.permisos.includes(permiso)
}
