import { z } from 'zod'
import { type Contract, endpoint, instante } from '../../core/contract.ts'
import {
  COBRO_PAPEL,
  esCodigo,
  figuras,
  importeNombrado,
  papel,
} from '../../core/documento/papel.ts'
import { texto } from '../../core/fields.ts'

export const campos = {
  numero: texto('Número del documento', { min: 3, max: 30, ayuda: 'Por ejemplo CV-2026-000123.' }),
  codigo: texto('Código de verificación', { max: 30, ayuda: 'Los 16 signos junto al QR.' }),
}

/** The same of an order, in the words of the client who follows it. */
export const deSuOrden = {
  ...campos,
  numero: texto('Número de su orden', { min: 3, max: 30, ayuda: 'Por ejemplo OR-2026-000123.' }),
}

/** What the house answers to whoever holds one of its papers. */
const verificado = papel.extend({
  /** The house, as it signs. */
  casa: z.string(),
  estado: z.string(),
  anulada: z.boolean(),
  /** Whether the house has what the client hands over. */
  cobro: z.enum(COBRO_PAPEL),
  /** What its holder is warned of. */
  aviso: z.string().nullable(),
  /** What came and what lacks, while it is not what was agreed. */
  cuenta: z.array(importeNombrado),
  /** What the paper with this code said, where its amounts changed since: what changed them, and when. */
  antes: figuras.extend({ cambio: z.string(), en: instante }).nullable(),
  /** What has happened so far, of a document that is followed, and whether more may. */
  pasos: z.array(z.object({ paso: z.string(), en: instante })).optional(),
  sigue: z.boolean().optional(),
})
export type Verificado = z.infer<typeof verificado>

export const contrato = {
  verificar: endpoint({
    method: 'POST',
    path: '/verificar',
    acceso: 'publico',
    resumen: 'Lo que dice un documento impreso, por su número y su código; nunca los nombres',
    body: z.strictObject({
      numero: campos.numero.schema.transform((text) => text.toUpperCase()),
      codigo: campos.codigo.schema.refine(esCodigo, {
        error: 'El código tiene 16 letras y números. Cópielo como está en el papel.',
      }),
    }),
    response: verificado,
    pausada: true,
  }),
} satisfies Contract
