import { z } from 'zod'
import type { Palabras } from './base.ts'
import type { MetodoCalculo } from './dinero/tasa.ts'
import type { Acceso } from './permisos.ts'

export type Method = 'GET' | 'POST' | 'PUT'

/**
 * One call of the API, as data. Server route, OpenAPI, typed client, query key and permission check are
 * derived from it.
 */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  method: Method
  /** Below `/api`, with `:param` places. */
  path: string
  acceso: Acceso
  resumen: string
  params: P
  query: Q
  body: B
  response: R
  /** Status of the success: 200, or 201 for a creation. */
  status: 200 | 201
  /** Moves money: `Idempotency-Key` is required, one effect per key, the answer is repeated. */
  dinero: boolean
  /** The body is one file with its own content type, not JSON; null on all other calls. */
  sube: Archivo | null
  /** The answer is one file of these types, not JSON; null on all other calls. */
  baja: readonly string[] | null
  /** Fills in, where an answer is read, what one as the original brief has it lacks; null: nothing is lacking. */
  lee: ((answer: unknown) => unknown) | null
}

/** A file that travels as it is: the content types that are taken, and its bytes at most. */
export interface Archivo {
  tipos: readonly string[]
  maximo: number
}

/** Body of a call that takes a file; its type and size are checked before and after, by `sube` and by its own bytes. */
export const archivoSubido = z.custom<Uint8Array>(
  (body) => body instanceof Uint8Array && body.length > 0,
  'El archivo está vacío.',
)

/** Answer of a call that gives a file. */
export const archivoBajado = z.custom<{ tipo: string; nombre: string; contenido: Uint8Array }>()

const nothing = z.strictObject({})
export type Nothing = typeof nothing

interface EndpointInput<P, Q, B, R> {
  method: Method
  path: string
  acceso: Acceso
  resumen: string
  params?: P
  query?: Q
  body?: B
  response: R
  status?: 200 | 201
  dinero?: boolean
  sube?: Archivo
  baja?: readonly string[]
  lee?: (answer: unknown) => unknown
}

/** Declares a call. What is left out (params, query, body) must be absent on the wire too. */
export function endpoint<
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(input: EndpointInput<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    params: nothing as unknown as P,
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    status: 200,
    dinero: false,
    sube: null,
    baja: null,
    lee: null,
    ...input,
  }
}

export type Contract = Record<string, Endpoint>

/**
 * What a caller passes: parts that are empty objects may be left out. Params are given as the server reads them
 * (numbers as numbers), the query so or as the text that it is in an address; the client writes them there.
 */
export type CallOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', z.output<P>> & Part<'query', Consulta<Q>> & Part<'body', z.input<B>>
    : never

type Consulta<Q extends z.ZodType> = {
  [K in keyof z.input<Q>]: z.input<Q>[K] | z.output<Q>[K & keyof z.output<Q>]
}

/** The query of a call as an address has it: text, any part of it missing. */
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

/** Path parameter: digits, as a number. */
export const idParam = z.strictObject({ id: digits('El identificador no es válido.', 15) })

/** A row's id among the filters of a list; `max`: 9 digits where the column is an integer. */
export function idQuery(mensaje: string, max: 9 | 15 = 15) {
  return digits(mensaje, max).optional()
}

/**
 * One of the keys of a table of words: `keyOf(ESTADOS)` takes what `ESTADOS` names. `keyOf<K>({ a: 1, b: 1 })`, where
 * nobody reads words: all of `K` and nothing else, or it does not compile.
 */
export function keyOf<K extends string>(words: Readonly<Record<K, unknown>>, error?: string) {
  return z.enum(Object.keys(words) as [K, ...K[]], error)
}

/** One of the words that a column of the database admits, where nobody reads them: `deColumna<'t.c'>({ a: 1, b: 1 })`. */
export function deColumna<C extends keyof Palabras>(words: Readonly<Record<Palabras[C], 1>>) {
  return keyOf<Palabras[C]>(words)
}

/** How a rate is said. */
export const metodoCalculo = keyOf<MetodoCalculo>({ m: 1, d: 1 })

/** `search/{term}`: what is typed in a search box. */
export const termParam = z.strictObject({ term: z.string().trim().min(1).max(60) })

/** A write's answer. */
export const guardado = z.object({ id: z.int(), message: z.string() })
export type Guardado = z.infer<typeof guardado>

/** ISO 8601 instant with offset, as the server writes it. */
export const instante = z.iso.datetime({ offset: true })

/** Who did what to a row, from the audit; oldest first. */
export const historial = z.array(
  z.object({ fecha: instante, accion: z.string(), usuario: z.string() }),
)

/** Decimal text as the server writes it. */
export const decimalText = z.string().regex(/^-?\d+(\.\d+)?$/)

/** What papers say of the house. */
export const empresa = z.object({
  razon_social: z.string(),
  ruc: z.string(),
  registro_sbs: z.string(),
  direccion: z.string(),
})

/** How often a paper was printed, this time counted: from the second on it says COPIA. */
export const impreso = z.object({ id: z.int(), impresiones: z.int() })

/** A leg of an entry as documents show it. */
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

/** A page of a history: page size, opaque cursor, business days. */
export const consultaDias = { ...tramo, ...dias }

/** What every list of documents is filtered by, and its totals with it: business days and a search. */
export const filtrosLista = { ...dias, buscar: z.string().trim().max(60).optional() }

/** Query of a growing collection: page size, opaque cursor, search, business days. */
export const consultaPagina = { ...tramo, ...filtrosLista }

/** Query of a list of documents: a page of what is filtered, the newest first unless `orden` says otherwise. */
export function consultaLista<F extends z.ZodRawShape>(filtros: F) {
  const orden = z.enum(['fecha', '-fecha'], { error: 'Ese orden no existe.' }).optional()
  return z.strictObject({ ...filtros, ...tramo, orden })
}

/** Answer of every growing collection. `siguiente` is null on the last page. */
export function pagina<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    siguiente: z.string().nullable(),
    total: z.int().optional(),
  })
}

/** Fills `:param` places of a path, escaping each value. */
export function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
