import { z } from 'zod'
import { decimalText, empresa, instante } from '../contract.ts'
import { texto } from '../fields.ts'

/** The client's own words on where the money comes from and where it goes. */
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

/** The sworn declaration as it was made: the client is who he was then. */
export const declaracionJurada = z.object({
  id: z.int(),
  numero: z.string(),
  fecha: instante,
  /** What the client hands over and what he gets. */
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
  cajero: z.string(),
  anulada: z.boolean(),
  impresiones: z.int(),
})
export type DeclaracionJurada = z.infer<typeof declaracionJurada>
