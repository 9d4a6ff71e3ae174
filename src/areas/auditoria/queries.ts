import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../server/db/db.ts'
import { unaMas } from '../../server/http/page.ts'
import { likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import { type Eslabon, ORIGEN } from './cadena/cadena.ts'
import type { contrato, Detalle, Fila } from './contract.ts'

type Consulta = z.output<typeof contrato.listar.query>

/** The head of the chain and the database clock, in one query; pos 0 in a new house. */
export async function cabezaDe(db: Db): Promise<{
  pos: number
  hash: string
  hasta: string | null
  por_sellar: number
  ahora: string
}> {
  const { rows } = await sql<{
    pos: number
    hash: string
    hasta: string | null
    por_sellar: number
    ahora: string
  }>`
    SELECT coalesce(c.pos, 0) AS pos, coalesce(encode(c.hash, 'hex'), ${ORIGEN}) AS hash, a.fecha AS hasta,
           (SELECT count(*) FROM auditoria_por_sellar)::int AS por_sellar, ahora() AS ahora
    FROM (SELECT 1) uno LEFT JOIN (SELECT * FROM auditoria_cadena ORDER BY pos DESC LIMIT 1) c ON true
    LEFT JOIN auditoria a ON a.id = c.auditoria_id`.execute(db)
  return rows[0] as (typeof rows)[0]
}

/** The link at a position, hexadecimal; null beyond the head. */
export async function enlace(db: Db, pos: number): Promise<string | null> {
  if (pos === 0) return ORIGEN
  const { rows } = await sql<{ hash: string }>`
    SELECT encode(hash, 'hex') AS hash FROM auditoria_cadena WHERE pos = ${pos}`.execute(db)
  return rows[0]?.hash ?? null
}

const inicioDe = (dia: string) => sql<string>`${dia}::date::timestamp AT TIME ZONE zona_horaria()`
const finDe = (dia: string) =>
  sql<string>`(${dia}::date + 1)::timestamp AT TIME ZONE zona_horaria()`

/** The user's short name. */
const USUARIO = sql<string>`coalesce(usuarios_corto(u), 'Sistema')`
/** The object's label: the number or name stored in the row itself, otherwise its current one. */
const OBJETO = sql<string | null>`coalesce(
  a.despues->>'numero', a.antes->>'numero', a.despues->>'nombre', a.antes->>'nombre', a.despues->>'usuario', a.antes->>'usuario',
  CASE WHEN a.entidad_id ~ '^[0-9]{1,9}$' THEN CASE a.entidad
    WHEN 'compras-ventas' THEN (SELECT numero FROM compras_ventas WHERE id = a.entidad_id::int)
    WHEN 'ordenes' THEN (SELECT numero FROM ordenes WHERE id = a.entidad_id::int)
    WHEN 'clientes' THEN (SELECT nombre FROM clientes WHERE id = a.entidad_id::int)
    WHEN 'beneficiarios' THEN (SELECT nombre FROM beneficiarios WHERE id = a.entidad_id::int)
    WHEN 'cuentas' THEN (SELECT nombre FROM cuentas WHERE id = a.entidad_id::int)
    WHEN 'usuarios' THEN (SELECT usuario FROM usuarios WHERE id = a.entidad_id::int)
    WHEN 'monedas' THEN (SELECT iso FROM monedas WHERE id = a.entidad_id::int)
    WHEN 'tipos-pagos' THEN (SELECT nombre FROM tipos_pagos WHERE id = a.entidad_id::int)
    WHEN 'sucursales' THEN (SELECT nombre FROM sucursales WHERE id = a.entidad_id::int)
    WHEN 'entidades-financieras' THEN (SELECT nombre FROM entidades_financieras WHERE id = a.entidad_id::int)
    WHEN 'pares-divisas' THEN (SELECT b.iso || '/' || c.iso FROM pares_divisas p JOIN monedas b ON b.id = p.base_id
                               JOIN monedas c ON c.id = p.cotizacion_id WHERE p.id = a.entidad_id::int)
    WHEN 'tipos-cambios' THEN (SELECT b.iso || ' → ' || c.iso FROM tipos_cambios t JOIN monedas b ON b.id = t.base_id
                               JOIN monedas c ON c.id = t.cotizacion_id WHERE t.id = a.entidad_id::int) END END)`

const COLUMNAS = [
  'a.id',
  'a.fecha',
  'a.usuario_id',
  USUARIO.as('usuario'),
  'a.accion',
  'a.entidad',
  'a.entidad_id',
  OBJETO.as('objeto'),
  'a.ip',
  sql<boolean>`a.accion = 'denegado'`.as('denegado'),
  'c.pos',
] as const

function rowsOf(db: Db) {
  return db
    .selectFrom('auditoria as a')
    .leftJoin('usuarios as u', 'u.id', 'a.usuario_id')
    .leftJoin('auditoria_cadena as c', 'c.auditoria_id', 'a.id')
}

/** The entity of the rows that seal what changed (ADR 0056). */
const SELLOS = 'sellos'

/** Rows of the audit after `key` (an id), the newest first unless `orden` is `fecha`, one more than the page. */
export function list(db: Db, f: Consulta, limite: number, key: number | null): Filas<Fila> {
  let q = rowsOf(db).select(COLUMNAS)
  if (f.desde) q = q.where('a.fecha', '>=', inicioDe(f.desde))
  if (f.hasta) q = q.where('a.fecha', '<', finDe(f.hasta))
  if (f.usuario_id) q = q.where('a.usuario_id', '=', f.usuario_id)
  if (f.entidad) q = q.where('a.entidad', '=', f.entidad)
  if (f.entidad_id) q = q.where('a.entidad_id', '=', f.entidad_id)
  if (f.denegados) q = q.where('a.accion', '=', sql.lit('denegado'))
  if (f.accion) q = q.where('a.accion', '=', f.accion)
  // One for each second in which something changed: shown to who asks for them.
  else if (f.entidad !== SELLOS) q = q.where('a.entidad', '<>', SELLOS)
  if (f.solicitud) q = q.where('a.solicitud', '=', f.solicitud)
  if (f.buscar) q = q.where(found(f.buscar))
  const oldest = f.orden === 'fecha'
  if (key) q = q.where('a.id', oldest ? '>' : '<', key)
  return q.orderBy('a.id', oldest ? 'asc' : 'desc').limit(unaMas(limite, f))
}

/** Condition for a typed text: a user's name, an object's number or id, an IP address, a request id. */
function found(buscar: string) {
  const like = likeOf(buscar)
  return sql<boolean>`(a.entidad_id = ${buscar} OR a.ip = ${buscar} OR a.solicitud = ${buscar}
    OR upper(a.despues->>'numero') = upper(${buscar}) OR normalizar(a.despues->>'nombre') LIKE ${like}
    OR a.usuario_id = ANY (ARRAY(SELECT id FROM usuarios WHERE normalizar(nombres || ' ' || apellidos || ' ' || usuario) LIKE ${like})))`
}

/** One row with the values before and after, the device of its session and its link. */
export async function detail(db: Db, id: number): Promise<Detalle | undefined> {
  return rowsOf(db)
    .leftJoin('sesiones as s', 's.id', 'a.sesion_id')
    .leftJoin('auditoria_cadena as p', (j) => j.on('p.pos', '=', sql<number>`c.pos - 1`))
    .select([
      ...COLUMNAS,
      'a.antes',
      'a.despues',
      's.agente',
      'a.sesion_id',
      'a.solicitud',
      sql<string | null>`encode(c.hash, 'hex')`.as('hash'),
      sql<string | null>`CASE WHEN c.pos = 1 THEN ${ORIGEN} ELSE encode(p.hash, 'hex') END`.as(
        'previo',
      ),
    ])
    .where('a.id', '=', id)
    .executeTakeFirst()
}

/** Every user whom rows may name. */
export async function options(db: Db) {
  const { rows } = await sql<{ id: number; nombre: string }>`
    SELECT u.id, usuarios_corto(u) AS nombre
    FROM usuarios u ORDER BY 2, 1`.execute(db)
  return { usuarios: rows }
}

/** The range of chain positions that the rows of these business days cover, without gaps. */
export async function rango(
  db: Db,
  desde: string | null,
  hasta: string | null,
): Promise<{ desde: number; hasta: number } | null> {
  const { rows } = await sql<{ desde: number | null; hasta: number | null }>`
    SELECT min(c.pos) AS desde, max(c.pos) AS hasta
    FROM auditoria a JOIN auditoria_cadena c ON c.auditoria_id = a.id
    WHERE (${desde}::date IS NULL OR a.fecha >= ${inicioDe(desde ?? '2000-01-01')})
      AND (${hasta}::date IS NULL OR a.fecha < ${finDe(hasta ?? '2000-01-01')})`.execute(db)
  const found = rows[0]
  return found?.desde && found.hasta ? { desde: found.desde, hasta: found.hasta } : null
}

/**
 * First position from `desde` to `hasta` whose stored link is not the hash of its row and the previous link; null:
 * none.
 */
export async function primeraFalla(db: Db, desde: number, hasta: number): Promise<number | null> {
  const { rows } = await sql<{ n: number }>`
    SELECT n FROM (
      SELECT ${desde}::bigint - 1 + row_number() OVER (ORDER BY c.pos) AS n, c.pos, c.hash, a,
             lag(c.hash, 1, coalesce((SELECT hash FROM auditoria_cadena WHERE pos = ${desde}::bigint - 1), auditoria_origen()))
               OVER (ORDER BY c.pos) AS previo
      FROM auditoria_cadena c LEFT JOIN auditoria a ON a.id = c.auditoria_id
      WHERE c.pos BETWEEN ${desde}::bigint AND ${hasta}::bigint) t
    WHERE pos <> n OR (a).id IS NULL OR hash IS DISTINCT FROM auditoria_huella(pos, a, previo) ORDER BY n LIMIT 1`.execute(
    db,
  )
  return rows[0]?.n ?? null
}

/** Links of the chain in order, every field as it was hashed. */
export async function eslabones(db: Db, desde: number, hasta: number): Promise<Eslabon[]> {
  const { rows } = await sql<Eslabon>`
    SELECT c.pos, a.id, auditoria_instante(a.fecha) AS fecha, a.usuario_id, a.sesion_id, a.accion, a.entidad, a.entidad_id,
           a.antes::text AS antes, a.despues::text AS despues, a.ip, a.solicitud, encode(c.hash, 'hex') AS hash
    FROM auditoria_cadena c JOIN auditoria a ON a.id = c.auditoria_id
    WHERE c.pos BETWEEN ${desde} AND ${hasta} ORDER BY c.pos`.execute(db)
  return rows
}
