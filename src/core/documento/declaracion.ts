import { z } from 'zod'
import { decimalText, empresa, instante } from '../contract.ts'
import { texto } from '../fields.ts'

/** Fields of the client's declaration of the origin and the destination of the money. */
export const camposDeclaracion = {
  origen: texto('Origen de los fondos', { min: 3, max: 200 }),
  destino: texto('Destino de los fondos', { min: 3, max: 200 }),
}

export const declaracion = z.strictObject({
  origen: camposDeclaracion.origen.schema,
  destino: camposDeclaracion.destino.schema,
})
export type DeclaracionFondos = z.infer<typeof declaracion>

const importe = z.object({ monto: decimalText, simbolo: z.string(), decimales: z.int() })

/** A sworn declaration, with the client's data as they were when he made it. */
export const declaracionJurada = z.object({
  id: z.int(),
  numero: z.string(),
  fecha: instante,
  /** Amounts that the client hands over and gets. */
  entrega: importe,
  recibe: importe,
  monto_usd: decimalText.nullable(),
  origen: z.string(),
  destino: z.string(),
  cliente: z.object({
    nombre: z.string(),
    tipo_persona: z.string(),
    tipo_doc: z.string(),
    num_doc: z.string(),
    nacionalidad: z.string().nullable(),
    direccion: z.string().nullable(),
    distrito: z.string().nullable(),
    celular: z.string().nullable(),
    ocupacion: z.string().nullable(),
    centro_trabajo: z.string().nullable(),
    representante: z.string().nullable(),
    representante_doc: z.string().nullable(),
    pep: z.boolean(),
    pep_cargo: z.string().nullable(),
  }),
  empresa,
  /** The code by which the paper is checked. */
  codigo: z.string(),
  cajero: z.string(),
  anulada: z.boolean(),
  impresiones: z.int(),
})
export type DeclaracionJurada = z.infer<typeof declaracionJurada>

// Words and levels as text: their lists would be loaded with every first list.
const persona = z.object({
  nombre: z.string(),
  documento: z.string(),
  direccion: z.string().nullable(),
  pep: z.boolean(),
  riesgo: z.string(),
  nivel: z.string().nullable(),
})

/** Who the client of a document was when it was registered, and who he is today. */
export const fichaDeDocumento = z.object({
  /** From before this was kept: put together from the audit. */
  reconstruida: z.boolean(),
  entonces: persona,
  hoy: persona,
})
export type FichaDeDocumento = z.infer<typeof fichaDeDocumento>
