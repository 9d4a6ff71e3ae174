import { z } from 'zod'
import { booleano, type Campo, monto, texto } from '../../../core/fields.ts'

/** Makes the field optional: null means empty, and is stored as empty text. */
export function vacio(campo: Campo<z.ZodType<string>>): Campo<z.ZodType<string | null>> {
  return { ...campo, requerido: false, schema: campo.schema.nullable() }
}

/** A yes-or-no field; a missing value leaves the setting unchanged. */
export function siNo(etiqueta: string, ayuda: string): Campo<z.ZodBoolean> {
  return { ...booleano(etiqueta, { ayuda }), schema: z.boolean({ error: 'Elija sí o no.' }) }
}

export const ruc = texto('RUC', { max: 11, ayuda: 'Sale en el ticket. 11 dígitos.' })
const hasta = (unidad: string) => (etiqueta: string, ayuda: string) =>
  monto(etiqueta, { unidad, max: '1000000000', ayuda })
export const usd = hasta('US$')
export const soles = hasta('S/')
