import { z } from 'zod'
import type { Palabras } from './base.ts'
import type { ControlTexto } from './control-texto.ts'
import { decimal, decimalesDe, leerDecimal } from './dinero/decimal.ts'
import type { Marca } from './documento/logo.ts'
import { nombrar } from './texto/etiquetas.ts'
import { textoPlano } from './texto/texto.ts'

/** The input that a form draws for a field; tables and detail pages read it too. */
export type Control =
  | ControlTexto
  | { tipo: 'clave' }
  /** `tasa`: a rate, in which a comma without a point is not read as thousands. */
  | { tipo: 'decimal'; decimales: number; unidad?: string; tasa?: boolean }
  | { tipo: 'entero' }
  | { tipo: 'booleano' }
  /** The first and the last day that the calendar offers; what is typed, the server judges. */
  | { tipo: 'fecha'; desde?: 'hoy'; hasta?: 'hoy' }
  | { tipo: 'seleccion'; opciones: readonly Opcion[] }
  /** A row of another catalogue, chosen from `GET /api/{recurso}`; `muestra` are the columns shown. */
  | {
      tipo: 'referencia'
      recurso: string
      muestra: readonly string[]
      clave: string
      /** What is offered depends on more than its area: it is asked for each time the field is shown. */
      fresca?: boolean
    }
  /** A row of a growing collection, found by typing: `GET /api/{recurso}/search/{term}`. */
  | { tipo: 'busqueda'; recurso: string; muestra: readonly string[] }
  /** Free labels; the form suggests those already in use, from `GET /api/{recurso}`. */
  | { tipo: 'etiquetas'; recurso: string }
  /** A small picture (`core/documento/logo.ts`), by its digest. */
  | { tipo: 'logo' }
  /** Rows with fields of their own; `singular` names one row, and `ordenable` lets the user reorder them. */
  | { tipo: 'lista'; campos: Campos; singular: string; ordenable: boolean }

export interface Opcion {
  valor: string
  etiqueta: string
  /** By what it is recognised; null where it has nothing, left out where nothing of its kind has. */
  marca?: Marca | null
}

/** A field, defined once. Validation in browser and server, label, control and table cell are derived from it. */
export interface Campo<T extends z.ZodType = z.ZodType, C extends Control = Control> {
  schema: T
  etiqueta: string
  control: C
  requerido: boolean
  ayuda?: string
}

export type CampoTexto<T extends z.ZodType = z.ZodType> = Campo<T, ControlTexto>

export type Campos = Record<string, Campo>

/** The zod schemas of a set of fields, by name. */
export type ShapeOf<C extends Campos> = { [K in keyof C]: C[K]['schema'] }

export function shape<C extends Campos>(campos: C): ShapeOf<C> {
  return Object.fromEntries(
    Object.entries(campos).map(([name, { schema, etiqueta }]) => [name, nombrar(schema, etiqueta)]),
  ) as ShapeOf<C>
}

type Extra = { ayuda?: string }
type Optional<T extends z.ZodType> = z.ZodDefault<z.ZodNullable<T>>

/** Makes a field optional: a missing value is read as null, and null is stored. */
export function opcional<T extends z.ZodType, C extends Control>(
  campo: Campo<T, C>,
): Campo<Optional<T>, C> {
  return {
    ...campo,
    requerido: false,
    schema: campo.schema.nullable().default(null) as unknown as Optional<T>,
  }
}

/** Row id: a positive integer that PostgreSQL's bigint and JavaScript's number both hold exactly. */
export const idSchema = z
  .int({ error: 'Elija una opción.' })
  .min(1, 'Elija una opción.')
  .max(Number.MAX_SAFE_INTEGER, 'El número es demasiado grande.')

/**
 * Decimal text with at most `decimales` decimals. `min` and `max` are decimal texts, both inclusive; without them the
 * bounds are 0 and 10^18 − 1.
 */
export function decimalSchema(o: {
  decimales: number
  min?: string
  max?: string
  mayorQueCero?: boolean
}) {
  const max = decimal(o.max ?? '999999999999999999')
  const min = decimal(o.min ?? '0')
  return z
    .string({ error: 'Escriba un número.' })
    .max(40, 'El número es demasiado largo.')
    .superRefine((text, ctx) => {
      const fail = (message: string) => ctx.addIssue({ code: 'custom', message, input: text })
      const value = leerDecimal(text)
      if (!value) return fail('Escriba un número válido, por ejemplo 1500.50.')
      if (o.mayorQueCero && value.lte(0)) return fail('Debe ser mayor que cero.')
      if (value.lt(min)) return fail(`Debe ser al menos ${min.toFixed()}.`)
      if (value.gt(max)) return fail(`Debe ser como máximo ${max.toFixed()}.`)
      if (decimalesDe(text) > o.decimales) {
        fail(o.decimales === 0 ? 'No admite decimales.' : `Admite hasta ${o.decimales} decimales.`)
      }
    })
}

/** A rate on the wire: > 0, at most 8 decimals, below 1e9. */
export const tasaSchema = decimalSchema({ decimales: 8, mayorQueCero: true, max: '999999999' })

/** An amount on the wire: > 0, at most 8 decimals. The currency's own decimals are checked where it is known. */
export const montoSchema = decimalSchema({ decimales: 8, mayorQueCero: true })

export function texto(
  etiqueta: string,
  o: { min?: number; max: number; patron?: RegExp; mensaje?: string; lineas?: number } & Extra,
): CampoTexto<z.ZodType<string>> {
  const { min: minimo = 1, max: maximo, lineas } = o
  const plain = textoPlano(minimo, maximo)
  const schema = o.patron ? plain.regex(o.patron, o.mensaje ?? 'El formato no es válido.') : plain
  const control: ControlTexto = { tipo: 'texto', minimo, maximo, ...(lineas && { lineas }) }
  return { schema, etiqueta, control, requerido: true, ...(o.ayuda && { ayuda: o.ayuda }) }
}

/** The reason that a user writes for an action that stays on record: 5 to 200 characters. */
export function textoMotivo(etiqueta = 'Motivo'): CampoTexto<z.ZodType<string>> {
  return texto(etiqueta, { min: 5, max: 200 })
}

export function correo(etiqueta = 'Correo'): CampoTexto<z.ZodType<string>> {
  const [minimo, maximo] = [3, 120]
  const schema = textoPlano(1, maximo)
    .toLowerCase()
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/, 'Escriba un correo válido: nombre@dominio.com.')
  const control = { tipo: 'texto', minimo, maximo, autocompletar: 'off' } as const
  return { schema, etiqueta, control, requerido: true }
}

export function monto(
  etiqueta: string,
  o: { decimales?: number; unidad?: string; max?: string; min?: string } & Extra = {},
): Campo<z.ZodType<string>> {
  const decimales = o.decimales ?? 2
  const schema = decimalSchema({
    decimales,
    ...(o.min && { min: o.min }),
    ...(o.max && { max: o.max }),
  })
  const control: Control = { tipo: 'decimal', decimales, ...(o.unidad && { unidad: o.unidad }) }
  return { schema, etiqueta, control, requerido: true, ...(o.ayuda && { ayuda: o.ayuda }) }
}

export function tasa(etiqueta: string, o: Extra = {}): Campo<z.ZodType<string>> {
  return {
    schema: tasaSchema,
    etiqueta,
    control: { tipo: 'decimal', decimales: 8, tasa: true },
    requerido: true,
    ...o,
  }
}

export function entero(
  etiqueta: string,
  o: { min: number; max: number } & Extra,
): Campo<z.ZodType<number>> {
  const schema = z
    .int({ error: 'Escriba un número entero.' })
    .min(o.min, `Debe ser al menos ${o.min}.`)
    .max(o.max, `Debe ser como máximo ${o.max}.`)
  return {
    schema,
    etiqueta,
    control: { tipo: 'entero' },
    requerido: true,
    ...(o.ayuda && { ayuda: o.ayuda }),
  }
}

export function booleano(etiqueta: string, o: Extra = {}): Campo<z.ZodDefault<z.ZodBoolean>> {
  const schema = z.boolean({ error: 'Elija sí o no.' }).default(false)
  return { schema, etiqueta, control: { tipo: 'booleano' }, requerido: false, ...o }
}

export function fecha(
  etiqueta: string,
  { desde, hasta, ...o }: Extra & { desde?: 'hoy'; hasta?: 'hoy' } = {},
): Campo<z.ZodType<string>> {
  const schema = z.iso.date({ error: 'Escriba una fecha válida (dd/mm/aaaa).' })
  const control = { tipo: 'fecha', ...(desde && { desde }), ...(hasta && { hasta }) } as const
  return { schema, etiqueta, control, requerido: true, ...o }
}

export function seleccion<const V extends string>(
  etiqueta: string,
  opciones: Readonly<Record<V, string>>,
  o: Extra = {},
): Campo<z.ZodType<V>> {
  const valores = Object.keys(opciones) as [V, ...V[]]
  const lista = valores.map((valor) => ({ valor, etiqueta: opciones[valor] }))
  const schema = z.enum(valores, {
    error: 'Elija una opción de la lista.',
  }) as unknown as z.ZodType<V>
  return {
    schema,
    etiqueta,
    control: { tipo: 'seleccion', opciones: lista },
    requerido: true,
    ...o,
  }
}

/** A choice among the values that a database column admits; `opciones` must have a label for each. */
export function seleccionDe<C extends keyof Palabras>(
  etiqueta: string,
  opciones: Readonly<Record<Palabras[C], string>>,
  o: Extra = {},
): Campo<z.ZodType<Palabras[C]>> {
  return seleccion<Palabras[C]>(etiqueta, opciones, o)
}

/** A row of another catalogue, by numeric id. */
export function referencia(
  etiqueta: string,
  recurso: string,
  muestra: readonly string[] = ['nombre'],
): Campo<z.ZodType<number>> {
  const control: Control = { tipo: 'referencia', recurso, muestra, clave: 'id' }
  return { schema: idSchema, etiqueta, control, requerido: true }
}

/** A row of a growing collection, by numeric id, found by typing. */
export function busqueda(
  etiqueta: string,
  recurso: string,
  muestra: readonly string[],
): Campo<z.ZodType<number>> {
  return {
    schema: idSchema,
    etiqueta,
    control: { tipo: 'busqueda', recurso, muestra },
    requerido: true,
  }
}

const MAX_LABELS = 10

/** Labels: at most 10, each of 1 to 30 characters, without duplicates. */
export function etiquetas(
  etiqueta: string,
  recurso: string,
): Campo<z.ZodDefault<z.ZodArray<z.ZodType<string>>>> {
  const schema = z
    .array(textoPlano(1, 30), { error: 'Debe ser una lista.' })
    .max(MAX_LABELS, `Escriba como máximo ${MAX_LABELS}.`)
    .refine((words) => new Set(words).size === words.length, 'Hay una palabra repetida.')
    .default([])
  return { schema, etiqueta, control: { tipo: 'etiquetas', recurso }, requerido: false }
}

/** A list of 0 to `max` rows, each with the fields `campos`. */
export function lista<C extends Campos>(
  etiqueta: string,
  campos: C,
  o: { singular: string; max: number; ordenable?: boolean } & Extra,
) {
  const { singular, max, ordenable = false, ...extra } = o
  const schema = z
    .array(z.strictObject(shape(campos)), { error: 'Debe ser una lista.' })
    .max(max, `Escriba como máximo ${max}.`)
    .default([])
  const control: Control = { tipo: 'lista', campos, singular, ordenable }
  return { schema, etiqueta, control, requerido: false, ...extra }
}

/** A country, by its slug of 2 or 3 lower-case letters. */
export function pais(etiqueta = 'País'): Campo<z.ZodType<string>> {
  const schema = z.string({ error: 'Elija un país.' }).regex(/^[a-z]{2,3}$/, 'Elija un país.')
  const control: Control = {
    tipo: 'referencia',
    recurso: 'paises',
    muestra: ['nombre'],
    clave: 'id',
  }
  return { schema, etiqueta, control, requerido: true }
}
