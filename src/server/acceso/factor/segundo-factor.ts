import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'
import type { Db } from '../../db/db.ts'
import { type ClaveCasa, cifrar, descifrar, resumen } from '../clave.ts'
import { base32, nuevoSecreto, pasoDelCodigo, uriTotp } from './totp.ts'

const USO_SECRETO = 'totp'
const USO_CODIGOS = 'codigos-de-recuperacion'
const CODIGOS = 10
/** Letters and digits that are not confused when copied by hand. */
const CLARAS = 'abcdefghjkmnpqrstuvwxyz23456789'

export interface Estado {
  activo: boolean
  /** Recovery codes not used yet. */
  codigos: number
}

/** Whether a user has a second factor, and how many recovery codes are left. */
export async function estadoDe(db: Db, usuario_id: number): Promise<Estado> {
  const { rows } = await sql<Estado>`
    SELECT EXISTS (SELECT FROM usuarios_totp WHERE usuario_id = ${usuario_id} AND confirmado_en IS NOT NULL) AS activo,
           (SELECT count(*)::int FROM usuarios_codigos WHERE usuario_id = ${usuario_id} AND usado_en IS NULL) AS codigos`.execute(
    db,
  )
  return rows[0] ?? { activo: false, codigos: 0 }
}

/**
 * Begins enrolment with a new secret, shown once. The factor is required only after its first correct code.
 * @throws DomainError ESTADO when there is one already
 */
export async function empezar(db: Db, clave: ClaveCasa, usuario_id: number, cuenta: string) {
  const secreto = nuevoSecreto()
  const cifrado = cifrar(clave, USO_SECRETO, secreto.toString('base64'))
  const { rows } = await sql`
    INSERT INTO usuarios_totp AS t (usuario_id, secreto, creado_en) VALUES (${usuario_id}, ${cifrado}, ahora())
    ON CONFLICT (usuario_id) DO UPDATE SET secreto = excluded.secreto, creado_en = excluded.creado_en
    WHERE t.confirmado_en IS NULL RETURNING usuario_id`.execute(db)
  if (rows.length === 0) throw new DomainError('SEGUNDO_FACTOR_ACTIVO')
  return { secreto: base32(secreto), uri: uriTotp(secreto, cuenta) }
}

interface Fila {
  secreto: Buffer
  confirmado: boolean
  ahora: number
}

/** Accepts a code of the app if it is correct, current, and its time step was not used before. */
async function tomarCodigo(
  db: Db,
  clave: ClaveCasa,
  usuario_id: number,
  codigo: string,
  confirmado: boolean,
): Promise<boolean> {
  const { rows } = await sql<Fila>`
    SELECT secreto, confirmado_en IS NOT NULL AS confirmado, (extract(epoch FROM ahora()) * 1000)::float8 AS ahora
    FROM usuarios_totp WHERE usuario_id = ${usuario_id}`.execute(db)
  const row = rows[0]
  if (row?.confirmado !== confirmado) return false
  const secreto = descifrar(clave, USO_SECRETO, row.secreto)
  if (secreto === null) throw new Error('usuarios_totp: made under another key')
  const paso = pasoDelCodigo(Buffer.from(secreto, 'base64'), codigo, row.ahora)
  if (paso === null) return false
  // One statement: of two requests with the same code, the second finds the step used.
  const taken = await sql`
    UPDATE usuarios_totp SET ultimo_paso = ${paso}
    WHERE usuario_id = ${usuario_id} AND ultimo_paso < ${paso} RETURNING usuario_id`.execute(db)
  return taken.rows.length === 1
}

/** Completes enrolment with the first code; from now on the factor is required. Answers the recovery codes. */
export async function confirmar(
  db: Db,
  clave: ClaveCasa,
  usuario_id: number,
  codigo: string,
): Promise<string[] | null> {
  if (!(await tomarCodigo(db, clave, usuario_id, limpio(codigo), false))) return null
  await sql`UPDATE usuarios_totp SET confirmado_en = ahora() WHERE usuario_id = ${usuario_id}`.execute(
    db,
  )
  return nuevosCodigos(db, clave, usuario_id)
}

/** Replaces the recovery codes with ten new ones, about 50 random bits each, stored as keyed digests. */
export async function nuevosCodigos(
  db: Db,
  clave: ClaveCasa,
  usuario_id: number,
): Promise<string[]> {
  const one = () => Array.from({ length: 10 }, () => CLARAS[randomInt(CLARAS.length)]).join('')
  const codigos = Array.from({ length: CODIGOS }, one)
  await db.deleteFrom('usuarios_codigos').where('usuario_id', '=', usuario_id).execute()
  const rows = codigos.map((codigo) => ({ usuario_id, hash: resumen(clave, USO_CODIGOS, codigo) }))
  await db.insertInto('usuarios_codigos').values(rows).execute()
  return codigos.map((codigo) => `${codigo.slice(0, 5)}-${codigo.slice(5)}`)
}

const limpio = (codigo: string) => codigo.replaceAll(/[\s-]/g, '').toLowerCase()

/** Accepts a code of the app or a recovery code; each works once. */
export async function comprobar(
  db: Db,
  clave: ClaveCasa,
  usuario_id: number,
  typed: string,
): Promise<boolean> {
  const codigo = limpio(typed)
  if (await tomarCodigo(db, clave, usuario_id, codigo, true)) return true
  const { rows } = await sql`
    UPDATE usuarios_codigos SET usado_en = ahora()
    WHERE usuario_id = ${usuario_id} AND hash = ${resumen(clave, USO_CODIGOS, codigo)} AND usado_en IS NULL
    RETURNING usuario_id`.execute(db)
  return rows.length === 1
}

/** Removes the second factor; false when there was none. */
export async function quitar(db: Db, usuario_id: number): Promise<boolean> {
  await db.deleteFrom('usuarios_codigos').where('usuario_id', '=', usuario_id).execute()
  const gone = await db
    .deleteFrom('usuarios_totp')
    .where('usuario_id', '=', usuario_id)
    .returning('usuario_id')
    .execute()
  return gone.length === 1
}

const USO_SENUELO = 'senuelo'

/**
 * Whether an unknown user name answers as if it had a second factor. Where anybody has one, half of the unknown names
 * do, always the same ones: a request for a code reveals neither that the name exists nor that the password was right.
 */
export async function parecePedirCodigo(db: Db, clave: ClaveCasa, typed: string): Promise<boolean> {
  const found = await db
    .selectFrom('usuarios_totp')
    .select('usuario_id')
    .where('confirmado_en', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined && ((resumen(clave, USO_SENUELO, typed)[0] ?? 0) & 1) === 1
}
