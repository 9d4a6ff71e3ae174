import { z } from 'zod'
import { type Contract, decimalText, endpoint, instante, keyOf } from '../../core/contract.ts'
import { textoMotivo } from '../../core/fields.ts'
import { APARTE } from './rules.ts'

/** Why somebody says no: as each of these calls takes it. */
export const camposRechazo = { nota: textoMotivo('Nota') }

const espera = z.object({
  /** A kind of request, contributed by an area. */
  tipo: z.string(),
  id: z.int(),
  numero: z.string().nullable(),
  fecha: instante,
  /** What is requested, its amount and its reason, in words. */
  titulo: z.string(),
  importe: z.string(),
  motivo: z.string(),
  /** A warning: something changed since the request, or looks odd. */
  aviso: z.string().nullable(),
  solicitante: z.string(),
  /** It is the reader's own, and nobody else can answer it: he does, as an exception. */
  sola: z.boolean(),
  /** Until when it can be answered; null: without a limit. */
  vence_en: instante.nullable(),
  /** What the approver saw, sent with the approval; null: it must be opened on its own screen first. */
  confirma: z.record(z.string(), z.string()).nullable(),
  /** What it says at length, a line each, in the program's words; empty: nothing more than its title. */
  detalle: z.string(),
  /** How many rows of a file become what; null: it is about no file. */
  filas: z.partialRecord(z.enum(['nueva', 'igual', 'distinta', 'rechazada']), z.int()).nullable(),
  /** What it would change, as the audit calls it; `id` empty: no row is there yet. */
  sobre: z.object({ entidad: z.string(), id: z.string() }).nullable(),
  /** What it would move, by currency: negative where it goes out. */
  importes: z.array(z.object({ moneda_id: z.int(), monto: decimalText })),
  /** Why it is not approved together with others; null: it may be. */
  aparte: keyOf(APARTE).nullable(),
})
export type Espera = z.infer<typeof espera>

const mia = espera
  .pick({
    tipo: true,
    id: true,
    numero: true,
    fecha: true,
    titulo: true,
    importe: true,
    vence_en: true,
  })
  .extend({
    /** The other users who may answer it; empty when the house has no second person. */
    aprueban: z.array(z.string()),
  })
export type Mia = z.infer<typeof mia>

export const contrato = {
  listar: endpoint({
    method: 'GET',
    path: '/aprobaciones',
    acceso: 'sesion',
    resumen:
      'Lo que espera la aprobación de quien pregunta; lo que él mismo pidió, si nadie más puede',
    response: z.array(espera),
  }),
  mias: endpoint({
    method: 'GET',
    path: '/aprobaciones/mias',
    acceso: 'sesion',
    resumen: 'Lo que pidió quien pregunta y espera a otra persona, con quién puede aprobarlo',
    response: z.array(mia),
  }),
} satisfies Contract
