import { z } from 'zod'
import { pagoConTarifa, referencia } from '../../../core/dinero/pagos.ts'
import { opcional, texto, textoMotivo } from '../../../core/fields.ts'
import { terminos } from './cotizar.ts'

/** The text fields that a person types. */
export const campos = {
  referencia,
  observacion: opcional(texto('Observación', { max: 200 })),
  motivo: opcional(textoMotivo()),
  motivo_anulacion: textoMotivo('Motivo de la anulación'),
}

const pagos = z
  .array(pagoConTarifa)
  .min(1, 'Falta indicar cómo se paga.')
  .max(10, 'Son demasiados pagos.')

const { cliente_id: _, ...suyos } = terminos

/** What is registered of one operation: one of the two amounts, the rate on screen, and the payments of each side. */
export const linea = {
  ...suyos,
  recibimos: pagos,
  entregamos: pagos,
  observacion: campos.observacion.schema,
  motivo: campos.motivo.schema,
  /** Uses the quoted rate although it changed meanwhile, within its validity. */
  mantener_tasa: z.boolean().default(false),
}
