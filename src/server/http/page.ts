import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Endpoint } from '../../core/contract.ts'
import { DomainError } from '../../core/errors.ts'
import type { Quien } from '../acceso/sesion.ts'
import type { Db } from '../db/db.ts'
import {
  conInstantes,
  Escrita,
  escribirFilas,
  type Filas,
  type Lectura,
} from './respuesta/escrita.ts'

/**
 * Opaque cursors of growing collections: the last row's sort key, signed and bound to the user and the
 * filters it was made for, so that it can be neither forged nor carried to another list.
 */
export interface Cursors {
  write(bound: unknown, key: readonly unknown[]): string
  /** @throws DomainError VALIDACION when the cursor is forged or belongs to other filters. */
  read(bound: unknown, cursor: string): unknown[]
}

export async function cursorsOf(db: Db): Promise<Cursors> {
  const { rows } = await sql<{
    secret: string
  }>`SELECT ajuste('secreto_cursores') #>> '{}' AS secret`.execute(db)
  return cursors(Buffer.from(rows[0]?.secret ?? ''))
}

function cursors(secret: Buffer): Cursors {
  // Made once: a key made of bytes at each signature costs most of it.
  const key = createSecretKey(secret)
  const sign = (bound: unknown, payload: string) =>
    createHmac('sha256', key).update(JSON.stringify(bound)).update(payload).digest().subarray(0, 12)
  return {
    write(bound, last) {
      const payload = Buffer.from(JSON.stringify(last)).toString('base64url')
      return `${payload}.${sign(bound, payload).toString('base64url')}`
    },
    read(bound, cursor) {
      const [payload = '', signature = ''] = cursor.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(bound, payload)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new DomainError('VALIDACION', {}, [
          { msg: 'La página pedida ya no corresponde a estos filtros.', campo: 'cursor' },
        ])
      }
      return JSON.parse(Buffer.from(payload, 'base64url').toString())
    },
  }
}

/** The page sizes that screens and exports use. */
const SIZES = [25, 50, 100, 200]

/**
 * The value of `LIMIT`: one row more than the page shows. As a parameter, PostgreSQL does not know how few rows are
 * wanted and plans the list each time (0.6 of 0.85 ms). For an unfiltered list in a usual size it is a literal.
 */
export function unaMas(limite: number, consulta: object): RawBuilder<number> {
  const { limite: _, cursor, orden, ...filtros } = consulta as Record<string, unknown>
  const narrowed = Object.values(filtros).some((value) => value !== undefined)
  return narrowed || !SIZES.includes(limite) ? sql`${limite + 1}` : sql.lit(limite + 1)
}

/**
 * One page of `limite` rows out of `limite + 1` that were read: the extra one says that there is more.
 * `siguiente` is the cursor of the last row's key.
 */
export function pageOf<T>(
  rows: T[],
  limite: number,
  next: (last: T) => string,
): { items: T[]; siguiente: string | null } {
  const items = rows.slice(0, limite)
  const last = items.at(-1)
  return { items, siguiente: rows.length > limite && last ? next(last) : null }
}

interface Asked {
  db: Db
  endpoint: Endpoint
  query: { cursor?: string | undefined; limite?: number | undefined }
  quien: Quien
  cursores: Cursors
}

/** A page for the types; it is one text (`Escrita`). */
interface Pagina<T> {
  items: T[]
  siguiente: string | null
}

/**
 * One page of the list called `lista`: `read` gets how many rows to show (it reads one more, `unaMas`) and the key of
 * the last one seen, which are its columns `claves`.
 * @throws DomainError VALIDACION when the cursor is not this person's, of this list and of these filters.
 */
export async function pagedBy<T, K extends readonly [unknown, ...unknown[]]>(
  { db, endpoint, query, quien, cursores }: Asked,
  lista: readonly unknown[],
  read: (limite: number, key: K | null) => Filas<T> | Lectura<T> | Promise<Lectura<T>>,
  claves: readonly string[],
): Promise<Pagina<T>> {
  const { cursor, limite = 50, ...filters } = query
  const bound = [quien.usuario_id, ...lista, filters]
  const key = cursor ? (cursores.read(bound, cursor) as unknown as K) : null
  const asked = await read(limite, key)
  const lectura = 'filas' in asked ? asked : { filas: asked }
  const { items, clave } = await escribirFilas(db, { ...lectura, limite, claves })
  const siguiente = clave === null ? null : cursores.write(bound, JSON.parse(clave))
  const text = `{"items":[${conInstantes(endpoint, items)}],"siguiente":${JSON.stringify(siguiente)}}`
  return new Escrita(text) as unknown as Pagina<T>
}

/** The same for a list whose key is the id of its rows. */
export function paged<T extends { id: number }>(
  asked: Asked,
  lista: readonly unknown[],
  read: (limite: number, key: [id: number] | null) => Filas<T> | Lectura<T> | Promise<Lectura<T>>,
): Promise<Pagina<T>> {
  return pagedBy(asked, lista, read, ['id'])
}
