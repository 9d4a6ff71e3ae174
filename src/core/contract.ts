import { z } from 'zod'
import { cabeEnClave } from './acceso/de-clave.ts'
import type { Palabras } from './base.ts'
import type { MetodoCalculo } from './dinero/tasa.ts'
import type { Acceso } from './permisos.ts'

export type Method = 'GET' | 'POST' | 'PUT'

/**
 * One call of the API, as data. The server route, the OpenAPI document, the typed client, the query key and the
 * permission check are derived from it.
 */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  method: Method
  /** Path below `/api`, with `:param` placeholders. */
  path: string
  acceso: Acceso
  resumen: string
  params: P
  query: Q
  body: B
  response: R
  /** Status of the success: 200, or 201 for a creation. */
  status: 200 | 201
  /** True when the call moves money: `Idempotency-Key` is required, and a retry with that key gets the first answer. */
  dinero: boolean
  /** True when a `POST` only reads: what it asks is too long for an address. */
  consulta: boolean
  /** True when the call reads much of the books: a session has a few of these at once. */
  pesada: boolean
  /** Whether a replica may answer, saying its age; `al-dia`: lacking nothing; `archivo`: for a file. Never to move money. */
  replica: boolean | 'al-dia' | 'archivo'
  /** True when one address may ask it once a second and no more: who guesses is slowed down. */
  pausada: boolean
  /** True when the term in its path may name a person: screens send it in a header and `_` in its place. */
  privada: boolean
  /** True when a key of an integration may make it: where a key may have its permission, unless it says otherwise. */
  integra: boolean
  /** The columns by which its list sorts, `-` before one for the largest first; none where it does not. */
  ordena: readonly string[]
  /** The body is one file with its own content type, not JSON; null on all other calls. */
  sube: Archivo | null
  /** The answer is one file of these types, not JSON; null on all other calls. */
  baja: readonly string[] | null
  /** True when a file of its address is the same for ever: the browser of whoever may read it keeps it. */
  inmutable: boolean
  /** Adds missing fields to an answer that has only those of the original brief; null when none are missing. */
  lee: ((answer: unknown) => unknown) | null
}

/** A file sent raw: the accepted content types and the maximum size in bytes. */
export interface Archivo {
  tipos: readonly string[]
  maximo: number
}

/** Body of a call that takes a file. `sube` limits its type and size; its content is checked after the upload. */
export const archivoSubido = z.custom<Uint8Array>(
  (body) => body instanceof Uint8Array && body.length > 0,
  'El archivo está vacío.',
)

/** Answer of a call that gives a file. */
export const archivoBajado = z.custom<{ tipo: string; nombre: string; contenido: Uint8Array }>()

const nothing = z.strictObject({})
export type Nothing = typeof nothing

interface EndpointInput<P, Q, B, R, D, S> {
  method: Method
  path: string
  acceso: Acceso
  resumen: string
  params?: P
  query?: Q
  body?: B
  response: R
  status?: 200 | 201
  dinero?: D
  consulta?: boolean
  pesada?: boolean
  replica?: boolean | 'al-dia' | 'archivo'
  pausada?: boolean
  privada?: boolean
  integra?: boolean
  ordena?: readonly string[]
  sube?: S
  baja?: readonly string[]
  inmutable?: boolean
  lee?: (answer: unknown) => unknown
}

/** Declares a call. When `params`, `query` or `body` is left out, a request that sends any is refused. */
export function endpoint<
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  const D extends boolean = false,
  const S extends Archivo | null = null,
>(input: EndpointInput<P, Q, B, R, D, S>): Endpoint<P, Q, B, R> & { dinero: D; sube: S } {
  return {
    params: nothing as unknown as P,
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    status: 200,
    dinero: false as D,
    consulta: false,
    pesada: false,
    replica: false,
    pausada: false,
    privada: false,
    integra: cabeEnClave(input.acceso),
    ordena: [],
    sube: null as S,
    baja: null,
    inmutable: false,
    lee: null,
    ...input,
  }
}

export type Contract = Record<string, Endpoint>

/**
 * What a caller passes. Parts that may be empty objects may be left out. Params have the types that the server reads
 * (a number as a number); a query value may also be given as the text that the address holds.
 */
export type CallOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', z.output<P>> & Part<'query', Consulta<Q>> & Part<'body', z.input<B>>
    : never

type Consulta<Q extends z.ZodType> = {
  [K in keyof z.input<Q>]: z.input<Q>[K] | z.output<Q>[K & keyof z.output<Q>]
}

/** The query of a call as it stands in an address: every value is text, and any may be missing. */
export type Escrita<E> =
  E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? Partial<z.input<Q>> : never

type Part<K extends string, V> = Record<never, never> extends V ? { [k in K]?: V } : { [k in K]: V }

export type AnswerOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never

const digits = (mensaje: string, max: number) =>
  z
    .string()
    .regex(new RegExp(`^[1-9]\\d{0,${max - 1}}$`), mensaje)
    .transform(Number)

/** Path parameter `id`: 1 to 15 digits, read as a number. */
export const idParam = z.strictObject({ id: digits('El identificador no es válido.', 15) })

/** An optional row id among the filters of a list. `max` is its number of digits: 9 where the column is an integer. */
export function idQuery(mensaje: string, max: 9 | 15 = 15) {
  return digits(mensaje, max).optional()
}

/** The filter of documents by branch, and the branch of one, which only a house with several is told. */
export const filtroSucursal = { sucursal_id: idQuery('La sucursal no es válida.', 9) }
export const deSucursal = { sucursal: z.string().nullable().optional() }

/**
 * Schema of one key of a table of labels: `keyOf(ESTADOS)` accepts the keys of `ESTADOS`. Where there are no labels,
 * `keyOf<K>({ a: 1, b: 1 })` compiles only when the keys are exactly the members of `K`.
 */
export function keyOf<K extends string>(words: Readonly<Record<K, unknown>>, error?: string) {
  return z.enum(Object.keys(words) as [K, ...K[]], error)
}

/** Schema of a value that a database column admits, where there are no labels: `deColumna<'t.c'>({ a: 1, b: 1 })`. */
export function deColumna<C extends keyof Palabras>(words: Readonly<Record<Palabras[C], 1>>) {
  return keyOf<Palabras[C]>(words)
}

/** How a rate is applied: `m` multiplies, `d` divides. */
export const metodoCalculo = keyOf<MetodoCalculo>({ m: 1, d: 1 })

/** Maximum length of the text of a search box, in characters. */
export const MAX_BUSCAR = 60

/** Path parameter of `search/{term}`: the text of a search box. */
export const termParam = z.strictObject({ term: z.string().trim().min(1).max(MAX_BUSCAR) })

/** Answer of a write: the id of the row and a sentence for the user. */
export const guardado = z.object({ id: z.int(), message: z.string() })
export type Guardado = z.infer<typeof guardado>

/** ISO 8601 instant with offset. */
export const instante = z.iso.datetime({ offset: true })

/** The audit rows of one record: date, action and user. */
export const historial = z.array(
  z.object({ fecha: instante, accion: z.string(), usuario: z.string() }),
)
export type Hecho = z.infer<typeof historial>[number]

/** Decimal text: digits, an optional `-` and an optional fraction. */
export const decimalText = z.string().regex(/^-?\d+(\.\d+)?$/)

/** The data of the house that printed documents show. */
export const empresa = z.object({
  razon_social: z.string(),
  ruc: z.string(),
  registro_sbs: z.string(),
  direccion: z.string(),
  /** The address under which clients reach the house (`https://…`, without a slash at its end); empty without one. */
  web: z.string(),
})

/** How many times a document was printed, this time included; from the second time on it is marked COPIA. */
export const impreso = z.object({ id: z.int(), impresiones: z.int() })

/** A leg (`apunte`) of a ledger entry as documents show it. */
export const apunte = z.object({
  asiento_id: z.int(),
  fecha: instante,
  glosa: z.string(),
  cuenta: z.string(),
  moneda_id: z.int(),
  debe: decimalText.nullable(),
  haber: decimalText.nullable(),
})

const limite = z
  .string()
  .regex(/^\d{1,3}$/, 'El límite va de 1 a 200.')
  .transform(Number)
  .refine((n) => n >= 1 && n <= 200, 'El límite va de 1 a 200.')

const tramo = { limite: limite.optional(), cursor: z.string().max(400).optional() }

const dias = {
  desde: z.iso.date('La fecha no es válida.').optional(),
  hasta: z.iso.date('La fecha no es válida.').optional(),
}

/** Query of one page of a history: page size (1 to 200), opaque cursor, first and last business day. */
export const consultaDias = { ...tramo, ...dias }

/** Query of a switch: with the version on screen it is refused when somebody has saved the row since. */
export const siVersion = z.strictObject({
  version: z
    .string()
    .regex(/^\d{1,9}$/, 'La versión no es válida.')
    .transform(Number)
    .optional(),
})

/** What a switch answers, with the version that takes it back. */
export const alternado = guardado.extend({ estatus: z.boolean(), version: z.int() })

/** Filters of every list of documents and of its totals: first and last business day, and a search text. */
export const filtrosLista = { ...dias, buscar: z.string().trim().max(MAX_BUSCAR).optional() }

/** Query of a growing collection: page size, opaque cursor, search text, business days. */
export const consultaPagina = { ...tramo, ...filtrosLista }

type Sentido<K extends string> = K | `-${K}`

/** Schema of the order of a list that sorts by `columnas`, upwards or (`-`) downwards. */
export function ordenPor<const K extends string>(columnas: readonly K[]) {
  const both = columnas.flatMap((columna) => [columna, `-${columna}`] as [K, `-${K}`])
  return z.enum(both as [Sentido<K>, ...Sentido<K>[]], { error: 'Ese orden no existe.' }).optional()
}

/**
 * The query of a list of documents and the columns by which it sorts: one page of the filtered documents, the newest
 * first unless `orden` says otherwise.
 */
export function listado<F extends z.ZodRawShape, const K extends string = never>(
  filtros: F,
  columnas: readonly K[] = [],
) {
  const ordena = ['fecha', ...columnas] as const
  const query = z.strictObject({ ...filtros, ...tramo, orden: ordenPor<'fecha' | K>(ordena) })
  return { query, ordena: ordena as readonly string[] }
}

/** Answer of every growing collection. `siguiente` is null on the last page. */
export function pagina<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    siguiente: z.string().nullable(),
    total: z.int().optional(),
    datos_hace: z.int().optional(),
  })
}

/** Replaces each `:param` of a path with its value, escaped for an address. */
export function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
