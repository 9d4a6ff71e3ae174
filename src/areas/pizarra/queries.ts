import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import type { Db } from '../../server/db/db.ts'
import { displayName } from '../../server/documento.ts'
import type { EnlacePizarra } from './contract.ts'

export interface Configuracion {
  mercado: string
  mercado_nombre: string
  /** The market's own currency; null for the reference market. */
  moneda_id: number | null
  tema: 'sistema' | 'claro' | 'oscuro'
  mensaje: string | null
  elegida: boolean
  pares: number[]
  corredores: number[]
  version: number
  casa: string
  ahora: string
  /** Hours after which a price is not quoted any more (R-26: twice `tasa_rancia_horas`). */
  vence_horas: number
}

/** What the board shows, with the house's name and clock; `bloquear` for who changes it. */
export async function configuration(db: Db, bloquear = false): Promise<Configuracion> {
  const { rows } = await sql<Configuracion>`
    SELECT z.mercado, x.nombre AS mercado_nombre, x.moneda_id, z.tema, z.mensaje, z.elegida, z.version,
           ARRAY(SELECT par_id FROM pizarra_pares ORDER BY orden) AS pares,
           ARRAY(SELECT tipo_cambio_id FROM pizarra_corredores ORDER BY orden) AS corredores,
           coalesce(ajuste('empresa')->>'razon_social', 'Cambista') AS casa, ahora() AS ahora,
           2 * ajuste('tasa_rancia_horas')::float8 AS vence_horas
    FROM pizarra z JOIN paises x ON x.id = z.mercado ${bloquear ? sql`FOR NO KEY UPDATE OF z` : sql``}`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the board has no row')
  return row
}

export async function isMarket(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM paises WHERE id = ${id}`.execute(db)
  return rows.length > 0
}

export interface Eleccion {
  mercado: string
  tema: string
  mensaje: string | null
  pares: readonly number[]
  corredores: readonly number[]
}

/** Replaces what is shown as a whole; the board's row is locked. */
export async function choose(
  db: Db,
  { mercado, tema, mensaje, pares, corredores }: Eleccion,
): Promise<void> {
  await sql`UPDATE pizarra SET mercado = ${mercado}, tema = ${tema}, mensaje = ${mensaje}, elegida = true,
            version = version + 1`.execute(db)
  await sql`DELETE FROM pizarra_pares`.execute(db)
  await sql`DELETE FROM pizarra_corredores`.execute(db)
  await sql`INSERT INTO pizarra_pares SELECT id, n FROM unnest(${pares}::int[]) WITH ORDINALITY AS t(id, n)`.execute(
    db,
  )
  await sql`INSERT INTO pizarra_corredores SELECT id, n
            FROM unnest(${corredores}::int[]) WITH ORDINALITY AS t(id, n)`.execute(db)
}

/** Links, those that work first, the newest first. */
export async function links(db: Db): Promise<EnlacePizarra[]> {
  const { rows } = await sql<EnlacePizarra>`
    SELECT e.id, e.nombre, e.creado_en, ${displayName('c')} AS creado_por, e.usado_en, e.revocado_en,
           ${displayName('r')} AS revocado_por
    FROM pizarra_enlaces e JOIN usuarios c ON c.id = e.creado_por LEFT JOIN usuarios r ON r.id = e.revocado_por
    ORDER BY e.revocado_en IS NOT NULL, e.id DESC LIMIT 200`.execute(db)
  return rows
}

const CLAVE = /^[A-Za-z0-9_-]{43}$/
const digest = (clave: string) => createHash('sha256').update(clave).digest()

/** A new link: answers its key, which is stored nowhere. */
export async function createLink(db: Db, nombre: string, usuario_id: number) {
  const clave = randomBytes(32).toString('base64url')
  const { rows } = await sql<{ id: number }>`
    INSERT INTO pizarra_enlaces (nombre, token_hash, creado_por) VALUES (${nombre}, ${digest(clave)}, ${usuario_id})
    RETURNING id`.execute(db)
  return { id: rows[0]?.id as number, clave }
}

/** @throws DomainError NO_EXISTE when there is no such link that works */
export async function revokeLink(db: Db, id: number, usuario_id: number): Promise<string> {
  const { rows } = await sql<{ nombre: string }>`
    UPDATE pizarra_enlaces SET revocado_en = ahora(), revocado_por = ${usuario_id}
    WHERE id = ${id} AND revocado_en IS NULL RETURNING nombre`.execute(db)
  if (!rows[0]) throw new DomainError('NO_EXISTE', { que: 'ese enlace activo' })
  return rows[0].nombre
}

/**
 * Does this key open the board? One indexed read; when it was last used is written at most once a minute.
 * The key of a session opens nothing here, nor this one anything else: they live in different tables.
 */
export async function opens(db: Db, clave: string): Promise<boolean> {
  if (!CLAVE.test(clave)) return false
  const { rows } = await sql<{ id: number; reciente: boolean | null }>`
    SELECT id, usado_en BETWEEN ahora() - interval '1 minute' AND ahora() AS reciente FROM pizarra_enlaces
    WHERE token_hash = ${digest(clave)} AND revocado_en IS NULL`.execute(db)
  const [row] = rows
  if (!row) return false
  if (!row.reciente) {
    await sql`UPDATE pizarra_enlaces SET usado_en = ahora() WHERE id = ${row.id} AND revocado_en IS NULL`.execute(
      db,
    )
  }
  return true
}
