import { z } from 'zod'
import { decimalText, endpoint, instante, keyOf } from '../../../core/contract.ts'
import { CLASES } from './clases.ts'
import { comparacion, porPeriodo } from './partes.ts'

const texto = z.string().nullable()

const fila = z.object({
  id: z.string(),
  clase: z.string(),
  fecha: instante,
  /** Null where the program did it. */
  usuario: texto,
  /** Null where nobody had to, or nobody could. */
  aprobado_por: texto,
  origen: z.string(),
  origen_id: texto,
  numero: texto,
  importe: texto,
  /** The amount in the functional currency; null where there is none. */
  valor: decimalText.nullable(),
  frase: z.string(),
  motivo: texto,
  /** One person did what takes two. */
  solo: z.boolean(),
})
export type Excepcion = z.infer<typeof fila>

const suma = z.object({ cuantas: z.int(), solas: z.int(), valor: decimalText })
const porClase = suma.extend({ clase: z.string() })
const porPersona = suma.extend({ usuario_id: z.int().nullable(), nombre: texto })
export type SumaClase = z.infer<typeof porClase>
export type SumaPersona = z.infer<typeof porPersona>

/** Rows of one answer; the sums are of all. */
export const MAXIMO_EXCEPCIONES = 2000

const acceso = 'reportes:excepciones' as const

export const excepciones = {
  excepciones: endpoint({
    method: 'GET',
    path: '/reportes/excepciones',
    pesada: true,
    replica: true,
    acceso,
    resumen: 'Lo que se apartó de la regla en el período: quién, qué documento y quién lo aprobó',
    query: z.strictObject({
      ...porPeriodo,
      clase: keyOf(CLASES, 'Elija una clase de la lista.').optional(),
      /** Zero: what the program did. */
      usuario_id: z
        .string()
        .regex(/^\d{1,9}$/, 'El usuario no es válido.')
        .transform(Number)
        .optional(),
      solo: z.literal('si', { error: 'Ese filtro no existe.' }).optional(),
    }),
    response: z.object({
      ...comparacion,
      /** The newest first, at most MAXIMO_EXCEPCIONES. */
      filas: z.array(fila),
      total: suma,
      /** Of the chosen person, all kinds; of the chosen kind, all people. */
      clases: z.array(porClase),
      personas: z.array(porPersona),
      /** Controls that others loosened since the reader last said that he saw them. */
      nuevas: z.int(),
    }),
  }),
  excepcionesVistas: endpoint({
    method: 'PUT',
    path: '/reportes/excepciones/vistas',
    acceso,
    resumen: 'Dice que uno vio qué controles aflojaron otras personas',
    response: z.object({ message: z.string() }),
  }),
}
