import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../server/db/db.ts'
import { likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import { columna, ordenDe } from '../../server/http/respuesta/orden.ts'
import type { Cambio } from './contract/perfil.ts'
import type { contrato, UsuarioDetalle, UsuarioFila } from './contract.ts'

type Consulta = z.output<typeof contrato.listar.query>
/** The cursor of a page: the id of the last user of the page before. */
export type Key = [id: number]

/** First word of nombres, a space, first word of apellidos (R-116). */
const nombre = sql<string>`usuarios_corto(u)`

const columns = sql`u.id, ${nombre} AS nombre, u.usuario, u.correo, u.rol_slug, r.nombre AS rol, u.sucursal_id,
  s.nombre AS sucursal, u.ultimo_ingreso, u.estatus, u.password_temporal_hasta IS NOT NULL AS temporal,
  EXISTS (SELECT FROM usuarios_totp t WHERE t.usuario_id = u.id AND t.confirmado_en IS NOT NULL) AS segundo_factor,
  ARRAY(SELECT c.nombre FROM cuentas c WHERE c.responsable_id = u.id ORDER BY c.nombre) AS cajas`

const tables = sql`usuarios u JOIN roles r ON r.slug = u.rol_slug LEFT JOIN sucursales s ON s.id = u.sucursal_id`

const EN_ORDEN = {
  tabla: 'usuarios',
  fila: 'u',
  por: {
    nombre: (t: string) =>
      sql`normalizar(${sql.ref(`${t}.nombres`)} || ' ' || ${sql.ref(`${t}.apellidos`)})`,
    usuario: columna('usuario'),
    correo: columna('correo'),
    rol: columna('rol_slug'),
    ultimo_ingreso: (t: string) =>
      sql`coalesce(${sql.ref(`${t}.ultimo_ingreso`)}, '-infinity'::timestamptz)`,
    estatus: columna('estatus'),
  },
}

function conditions({ buscar, rol_slug, estatus }: Consulta): RawBuilder<unknown>[] {
  const words = (buscar ?? '').split(/\s+/).filter(Boolean)
  const text = sql`normalizar(u.nombres || ' ' || u.apellidos || ' ' || u.usuario || ' ' || u.correo || ' ' || coalesce(u.num_doc, ''))`
  return [
    ...words.map((word) => sql`${text} LIKE ${likeOf(word)}`),
    ...(rol_slug ? [sql`u.rol_slug = ${rol_slug}`] : []),
    ...(estatus ? [sql`u.estatus = ${estatus === 'activo'}`] : []),
  ]
}

/** Answers one row more than the page, so that the caller knows whether there is another page. */
export function list(consulta: Consulta, limite: number, key: Key | null): Filas<UsuarioFila> {
  const { orden = 'nombre' } = consulta
  const { por, desde } = ordenDe(EN_ORDEN, orden, key?.[0] ?? null)
  const where = [sql`NOT u.integracion`, ...conditions(consulta), ...(desde ? [desde] : [])]
  return sql<UsuarioFila>`
    SELECT ${columns} FROM ${tables} WHERE ${sql.join(where, sql` AND `)}
    ORDER BY ${por} LIMIT ${limite + 1}`
}

type Entero = Omit<UsuarioDetalle, 'historial'>

/** One user with all data; null when there is none. `lock`: locks the row until the transaction ends. */
export async function one(db: Db, id: number, lock = false): Promise<Entero | null> {
  const { rows } = await sql<Entero>`
    SELECT ${columns}, u.nombres, u.apellidos, u.tipo_doc, u.num_doc, u.celular, u.creado_en, u.version,
           round(u.limite_usd, 2)::text AS limite_usd, trim_scale(u.desvio_pct)::text AS desvio_pct,
           (SELECT coalesce(jsonb_agg(c.id ORDER BY c.id), '[]') FROM cuentas c WHERE c.responsable_id = u.id) AS cuentas,
           (SELECT max(hasta) FROM intentos_ingreso WHERE hasta > ahora() AND (clave = 'u:' || u.usuario
              OR starts_with(clave, 'a:' || u.usuario || '|') OR starts_with(clave, 'd:' || u.id || '|'))) AS bloqueado_hasta
    FROM ${tables} WHERE u.id = ${id} AND NOT u.integracion ${lock ? sql`FOR NO KEY UPDATE OF u` : sql``}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The audit history of a user, newest first. */
export async function history(db: Db, id: number): Promise<UsuarioDetalle['historial']> {
  const { rows } = await sql<UsuarioDetalle['historial'][number]>`
    SELECT h.fecha, h.accion, ${nombre} AS usuario FROM auditoria h JOIN usuarios u ON u.id = h.usuario_id
    WHERE h.entidad = 'usuarios' AND h.entidad_id = ${String(id)} ORDER BY h.id DESC LIMIT 50`.execute(
    db,
  )
  return rows
}

/** The current permissions of a role. */
export async function permisosDe(db: Db, slug: string): Promise<string[]> {
  const rows = await db
    .selectFrom('roles_permisos')
    .select('permiso')
    .where('rol_slug', '=', slug)
    .orderBy('permiso')
    .execute()
  return rows.map(({ permiso }) => permiso)
}

/** Active accounts with their responsible users. */
export async function accounts(db: Db) {
  const { rows } = await sql<{ id: number; nombre: string; responsable: string | null }>`
    SELECT c.id, c.nombre, ${nombre} AS responsable FROM cuentas c LEFT JOIN usuarios u ON u.id = c.responsable_id
    WHERE c.estatus ORDER BY normalizar(c.nombre), c.id`.execute(db)
  return rows
}

/**
 * Puts accounts in a user's charge, taking them from other users; accounts of the user that are not in the list are
 * left without a responsible user. Answers false when an account does not exist.
 */
export async function assignAccounts(db: Db, id: number, cuentas: readonly number[]) {
  const ids = sql`${[...cuentas]}::bigint[]`
  await sql`UPDATE cuentas SET responsable_id = NULL, version = version + 1
    WHERE responsable_id = ${id} AND NOT id = ANY (${ids})`.execute(db)
  await sql`UPDATE cuentas SET responsable_id = ${id}, version = version + 1
    WHERE id = ANY (${ids}) AND responsable_id IS DISTINCT FROM ${id}`.execute(db)
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM cuentas WHERE id = ANY (${ids})`.execute(db)
  return rows[0]?.n === new Set(cuentas).size
}

/** What everybody who knows the house knows: its name, its RUC and the names of those who work there. */
export async function senasDe(db: Db, menos: number) {
  const { rows } = await sql<{ casa: string; ruc: string; gente: string[] }>`
    SELECT coalesce(ajuste('empresa')->>'razon_social', '') AS casa, coalesce(ajuste('empresa')->>'ruc', '') AS ruc,
           ARRAY(SELECT nombres || ' ' || apellidos || ' ' || usuario FROM usuarios WHERE estatus AND id <> ${menos}) AS gente`.execute(
    db,
  )
  return rows[0]
}

/** What others changed of a user's account, newest first. */
export async function changes(db: Db, id: number): Promise<Cambio[]> {
  const { rows } = await sql<Cambio>`
    SELECT c.fecha, c.accion, ${nombre} AS usuario, c.nuevo FROM usuarios_cambios(${id}) c
    JOIN usuarios u ON u.id = c.por ORDER BY c.id DESC`.execute(db)
  return rows
}
