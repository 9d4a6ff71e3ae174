import { z } from 'zod'
import { etiquetaDe } from '../../../core/texto/etiquetas.ts'

/** Accents and words of the keys of bodies that no field labels. */
const PALABRAS: Readonly<Record<string, string>> = {
  accion: 'acción',
  categoria: 'categoría',
  codigo: 'código',
  comision: 'comisión',
  cotizacion: 'cotización',
  descripcion: 'descripción',
  dia: 'día',
  doc: 'documento',
  fec: 'fecha',
  historico: 'tasa',
  metodo: 'método',
  num: 'número de',
  numero: 'número',
  observacion: 'observación',
  operacion: 'operación',
  ordenes: 'órdenes',
  pais: 'país',
  password: 'contraseña',
  precision: 'precisión',
  razon: 'razón',
  resolucion: 'resolución',
  sesion: 'sesión',
  telefono: 'teléfono',
  version: 'versión',
}

/** A key in words: `tipo_pago_id` → `Tipo pago`. */
function enPalabras(key: string): string {
  const words = key.split('_').filter((word) => word !== 'id' && word !== 'ids' && word !== 'slug')
  const text = words.map((word) => PALABRAS[word] ?? word).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function inner(schema: z.ZodType): z.ZodType {
  const { def } = schema as unknown as { def: { innerType?: z.ZodType; in?: z.ZodType } }
  const next = def.innerType ?? def.in
  return next ? inner(next) : schema
}

type Shape = Readonly<Record<string, z.ZodType | undefined>>

const elementOf = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodArray ? (schema.element as z.ZodType) : undefined

/** The label of the field at `path`: its own, or the words of the last key. */
function nombreDe(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  let [at, name]: [z.ZodType | undefined, string | undefined] = [schema, undefined]
  for (const key of path) {
    const here: z.ZodType | undefined = at && inner(at)
    if (typeof key === 'number') at = elementOf(here)
    else {
      at = here instanceof z.ZodObject ? (here.shape as Shape)[String(key)] : undefined
      name = (at && etiquetaDe(at)) || enPalabras(String(key))
    }
  }
  return name
}

const valueAt = (input: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    input,
  )

/**
 * The sentence of an issue; of a value that is missing or of another type it names the field. What a schema says in its
 * own words (several fields together) stays.
 */
export function conNombre(issue: z.core.$ZodIssue, schema: z.ZodType, input: unknown): string {
  const name = nombreDe(schema, issue.path)
  const value = valueAt(input, issue.path)
  const missing =
    value === undefined || value === null || (typeof value === 'string' && !value.trim())
  if (!name) return issue.message
  if (missing && issue.code !== 'custom') return `Falta «${name}».`
  if (issue.code !== 'invalid_type') return issue.message
  return `«${name}»: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`
}
