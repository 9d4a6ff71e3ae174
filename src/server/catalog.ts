import { type RawBuilder, sql } from 'kysely'
import type { Palabras } from '../core/catalog.ts'
import type { Contract, Hecho } from '../core/contract.ts'
import { DomainError } from '../core/errors.ts'
import type { Campos } from '../core/fields.ts'
import { actuar } from './acceso/control.ts'
import { auditOf } from './acceso/sesion.ts'
import { type Area, area, type Context, type Handlers } from './area.ts'
import type { Db, Duplicados } from './db/db.ts'
import { displayName } from './documento.ts'
import { likeOf } from './http/respuesta/buscar.ts'

/** A number that the database gave, or the code that was typed. */
type Id = number | string
type Row<I extends Id = Id> = Record<string, unknown> & { id: I; version: number; estatus: boolean }
type Body = Record<string, unknown>

/** Hooks that check or complete what the database alone cannot; they run in the transaction of the write. */
export interface CatalogHooks<I extends Id = number> {
  duplicados?: Duplicados
  /** Columns answered besides the fields, as SQL over the table's row. */
  extra?: Readonly<Record<string, RawBuilder<unknown>>>
  antes?: (context: Context, body: Body, previa: Row<I> | null) => Promise<void>
  despues?: (context: Context, id: I) => Promise<void>
  antesDeDesactivar?: (context: Context, id: I) => Promise<void>
}

/**
 * The handlers of a plain catalogue: list all rows, search ignoring accents, get, create, edit under
 * its version, toggle. Every write leaves an audit row and notifies the open browsers.
 * The table is the area with `_`; columns are the fields.
 */
export function catalogHandlers<K extends Contract, I extends Id = number>(
  catalog: AnyCatalogo<K>,
  hooks: CatalogHooks<I> = {},
): Handlers<K> {
  const q = queriesOf<I>(catalog, hooks)
  const { singular, genero } = catalog.palabras
  const done = (verb: string) => `${capital(singular)} ${verb}${genero === 'f' ? 'a' : 'o'}.`
  const write = async (
    context: Context,
    body: Body,
    previa: Row<I> | null,
    work: () => Promise<I>,
  ) => {
    await hooks.antes?.(context, body, previa)
    // Who edits is asked for by the triggers of what holds people back.
    await actuar(context)
    const id = await work()
    await hooks.despues?.(context, id)
    await note(context, catalog.area, previa ? 'editar' : 'crear', id, previa, body)
    return { id, message: done(previa ? 'actualizad' : 'cread') }
  }
  const handlers: Record<string, (context: Context) => Promise<unknown>> = {
    listar: ({ db }: Context) => q.list(db),
    buscar: ({ db, params }: Context) => q.search(db, (params as { term: string }).term),
    obtener: ({ db, params }: Context) => q.get(db, idOf<I>(params)),
    historial: ({ db, params }: Context) => historialOf(db, catalog.area, idOf<I>(params)),
    crear: (context: Context) => {
      const body = context.body as Body
      return write(context, body, null, () => q.insert(context.db, body))
    },
    editar: async (context: Context) => {
      const { version, ...body } = context.body as Body & { version: number }
      const previa = await q.lock(context.db, idOf<I>(context.params), version)
      return write(context, body, previa, () => q.update(context.db, previa.id, body))
    },
    estatus: async (context: Context) => {
      const { version } = context.query as { version?: number }
      const previa = await q.lock(context.db, idOf<I>(context.params), version)
      if (previa.estatus) await hooks.antesDeDesactivar?.(context, previa.id)
      const estatus = !previa.estatus
      await actuar(context)
      await q.update(context.db, previa.id, { estatus })
      await note(
        context,
        catalog.area,
        'estatus',
        previa.id,
        { estatus: previa.estatus },
        { estatus },
      )
      const message = done(estatus ? 'activad' : 'desactivad')
      return { id: previa.id, estatus, version: previa.version + 1, message }
    },
  }
  return handlers as unknown as Handlers<K>
}

interface AnyCatalogo<K extends Contract = Contract> {
  area: string
  /** The code by which rows are named, where the database does not number them. */
  clave?: unknown
  palabras: Palabras
  busca: readonly string[]
  campos: Campos
  contrato: K
}

/** An area that is a plain catalogue and nothing more. */
export function catalogArea<K extends Contract, I extends Id = number>(
  catalog: AnyCatalogo<K>,
  hooks: CatalogHooks<I> = {},
): Area {
  return area(catalog.contrato, catalogHandlers(catalog, hooks), hooks.duplicados)
}

function queriesOf<I extends Id>(catalog: AnyCatalogo, hooks: Pick<CatalogHooks, 'extra'>) {
  const table = sql.table(catalog.area.replaceAll('-', '_'))
  // Amounts as they were typed, without the trailing zeros of the column's eight decimals.
  const fields = Object.entries(catalog.campos).map(([name, { control }]) => {
    const column = sql.ref(`t.${name}`)
    return control.tipo === 'decimal'
      ? sql`trim_scale(${column})::text AS ${sql.ref(name)}`
      : column
  })
  const extra = Object.entries(hooks.extra ?? {}).map(
    ([name, value]) => sql`${value} AS ${sql.ref(name)}`,
  )
  const columns = sql.join([
    ...['id', 'estatus', 'version'].map((name) => sql.ref(`t.${name}`)),
    ...fields,
    ...extra,
  ])
  const searched = sql.join(
    catalog.busca.map((name) => sql`coalesce(${sql.ref(`t.${name}`)}::text, '')`),
    sql` || ' ' || `,
  )
  // Lists of rows are kept as JSON.
  const kept = (name: string, value: unknown) =>
    catalog.campos[name]?.control.tipo === 'lista' ? JSON.stringify(value) : value
  // Numbers say the order in which rows were made; codes say nothing.
  const orden = catalog.clave ? sql`ORDER BY normalizar(t.nombre)` : sql`ORDER BY t.id`
  const rows = async (db: Db, rest: RawBuilder<unknown>) =>
    (await sql<Row<I>>`SELECT ${columns} FROM ${table} t ${rest}`.execute(db)).rows
  const one = async (db: Db, rest: RawBuilder<unknown>) => {
    const [row] = await rows(db, rest)
    if (!row) throw new DomainError('NO_EXISTE', { que: ese(catalog.palabras) })
    return row
  }
  return {
    list: (db: Db) => rows(db, orden),
    search: (db: Db, term: string) =>
      rows(db, sql`WHERE normalizar(${searched}) LIKE ${likeOf(term)} ${orden} LIMIT 50`),
    get: (db: Db, id: I) => one(db, sql`WHERE t.id = ${id}`),
    /** Locks the row; with `version`, refuses when somebody has saved it since. */
    lock: async (db: Db, id: I, version?: number) => {
      const row = await one(db, sql`WHERE t.id = ${id} FOR NO KEY UPDATE OF t`)
      if (version !== undefined && version !== row.version) {
        throw new DomainError('VERSION', { version: row.version, actual: row })
      }
      return row
    },
    insert: async (db: Db, body: Body) => {
      const names = Object.keys(body)
      const { rows: made } = await sql<{ id: I }>`
        INSERT INTO ${table} (${sql.join(names.map((name) => sql.ref(name)))})
        VALUES (${sql.join(names.map((name) => sql`${kept(name, body[name])}`))}) RETURNING id`.execute(
        db,
      )
      return made[0]?.id as I
    },
    update: async (db: Db, id: I, body: Body) => {
      const sets = Object.entries(body).map(
        ([name, value]) => sql`${sql.ref(name)} = ${kept(name, value)}`,
      )
      await sql`UPDATE ${table} SET ${sql.join(sets)}, version = version + 1 WHERE id = ${id}`.execute(
        db,
      )
      return id
    },
  }
}

/** Who did what to a row, from the audit: the last hundred, the latest first. */
export async function historialOf(db: Db, entidad: string, id: Id): Promise<Hecho[]> {
  const { rows } = await sql<Hecho>`
    SELECT instante_texto(h.fecha) AS fecha, h.accion, coalesce(${displayName('u')}, 'El sistema') AS usuario
    FROM auditoria h LEFT JOIN usuarios u ON u.id = h.usuario_id
    WHERE h.entidad = ${entidad} AND h.entidad_id = ${String(id)} ORDER BY h.id DESC LIMIT 100`.execute(
    db,
  )
  return rows
}

/** Audit row and live event of a change, in its transaction. */
export async function note(
  { db, quien }: Pick<Context, 'db' | 'quien'>,
  area: string,
  accion: string,
  id: Id,
  antes: unknown,
  despues: unknown,
): Promise<void> {
  await sql`SELECT auditar(${auditOf(quien)}::jsonb, ${accion}, ${area}, ${String(id)},
            ${JSON.stringify(antes)}::jsonb, ${JSON.stringify(despues)}::jsonb), avisar(${area}, ${typeof id === 'number' ? id : null})`.execute(
    db,
  )
}

function idOf<I extends Id>(params: unknown): I {
  return (params as { id: I }).id
}

function ese({ singular, genero }: { singular: string; genero: 'm' | 'f' }): string {
  return `${genero === 'f' ? 'esa' : 'ese'} ${singular}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
