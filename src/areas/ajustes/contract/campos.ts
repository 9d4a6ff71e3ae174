import { z } from 'zod'
import * as campos from '../../../core/fields.ts'
import { REGLAS } from '../rules/base.ts'
import type { GRUPOS } from './grupos.ts'

/* Settings by what the database lets them be: type, bounds and decimals are those of the rule of their key. */

export type Clave = keyof typeof REGLAS

/** A setting: in which group of the screen, and how it is edited. */
export interface Ajuste<K extends Clave = Clave, C extends campos.Campo = campos.Campo> {
  grupo: keyof typeof GRUPOS
  campo: C
  /** Where the database keeps it: a key of `ajustes`, or a member of one (`empresa.ruc`). */
  clave: K
}

/** The keys whose rule says so. */
type ClaveDe<R> = { [K in Clave]: (typeof REGLAS)[K] extends R ? K : never }[Clave]
type Vacio = ClaveDe<{ tipo: 'texto'; minimo: 0 }>
type Texto = Exclude<ClaveDe<{ tipo: 'texto' }>, Vacio>

type Extra = { ayuda?: string }
const conAyuda = (ayuda?: string): Extra => (ayuda ? { ayuda } : {})

export function entero<K extends ClaveDe<{ tipo: 'entero' }>, const G extends string>(
  clave: K,
  grupo: G,
  etiqueta: string,
  ayuda?: string,
) {
  const { minimo: min, maximo: max } = REGLAS[clave]
  return { clave, grupo, campo: campos.entero(etiqueta, { min, max, ...conAyuda(ayuda) }) }
}

export function decimal<K extends ClaveDe<{ tipo: 'decimal' }>, const G extends string>(
  clave: K,
  grupo: G,
  unidad: string,
  etiqueta: string,
  ayuda: string,
) {
  const { minimo, maximo, decimales } = REGLAS[clave]
  const bounds = { min: String(minimo), max: String(maximo), decimales }
  return { clave, grupo, campo: campos.monto(etiqueta, { ...bounds, unidad, ayuda }) }
}

export function texto<K extends Texto, const G extends string>(
  clave: K,
  grupo: G,
  etiqueta: string,
) {
  const { minimo: min, maximo: max } = REGLAS[clave]
  return { clave, grupo, campo: campos.texto(etiqueta, { min, max }) }
}

/** A text that is one of a list. */
export function eleccion<K extends Texto, const G extends string, const V extends string>(
  clave: K,
  grupo: G,
  etiqueta: string,
  opciones: Readonly<Record<V, string>>,
  ayuda: string,
) {
  return { clave, grupo, campo: campos.seleccion(etiqueta, opciones, { ayuda }) }
}

/** A country of those that the house may move to, as the database says. */
export function pais<K extends Texto, const G extends string>(
  clave: K,
  grupo: G,
  etiqueta: string,
  ayuda: string,
) {
  const { schema, requerido } = texto(clave, grupo, etiqueta).campo
  const control: campos.Control = {
    tipo: 'referencia',
    recurso: 'ajustes/paises',
    muestra: ['nombre'],
    clave: 'id',
    fresca: true,
  }
  return { clave, grupo, campo: { schema, requerido, etiqueta, control, ayuda } }
}

interface Cuidado {
  /** The text as it is kept. */
  ordena: (text: string) => string
  /** What is wrong with that, if anything. */
  falla: (text: string) => string | null
}

/** A text that may be left empty, which is kept as empty text. */
export function textoVacio<K extends Vacio, const G extends string>(
  clave: K,
  grupo: G,
  etiqueta: string,
  ayuda?: string,
  { ordena, falla }: Cuidado = { ordena: (text) => text, falla: () => null },
) {
  const campo = campos.texto(etiqueta, { max: REGLAS[clave].maximo, ...conAyuda(ayuda) })
  const schema = campo.schema.overwrite(ordena).superRefine((text, ctx) => {
    const message = falla(text)
    if (message) ctx.addIssue({ code: 'custom', message, input: text })
  })
  return { clave, grupo, campo: { ...campo, requerido: false, schema: schema.nullable() } }
}

/** Yes or no; left out, it stays as it is. */
export function siNo<K extends ClaveDe<{ tipo: 'booleano' }>, const G extends string>(
  clave: K,
  grupo: G,
  etiqueta: string,
  ayuda: string,
) {
  const schema = z.boolean({ error: 'Elija sí o no.' })
  return { clave, grupo, campo: { ...campos.booleano(etiqueta, { ayuda }), schema } }
}
