import { z } from 'zod'
import { type Contract, endpoint, instante } from '../../core/contract.ts'

const espera = z.object({
  /** A kind that some area contributes. */
  tipo: z.string(),
  id: z.int(),
  numero: z.string().nullable(),
  fecha: instante,
  /** What is asked for, its amount, and why, in words. */
  titulo: z.string(),
  importe: z.string(),
  motivo: z.string(),
  /** Something that changed since, or looks odd. */
  aviso: z.string().nullable(),
  solicitante: z.string(),
  /** Until when it may be answered; null: it waits. */
  vence_en: instante.nullable(),
  /** What the approver has seen, sent with his approval; null: it is to be looked at on its own screen first. */
  confirma: z.record(z.string(), z.string()).nullable(),
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
    /** Who else may answer it; nobody: the house lacks a second person. */
    aprueban: z.array(z.string()),
  })
export type Mia = z.infer<typeof mia>

export const contrato = {
  listar: endpoint({
    method: 'GET',
    path: '/aprobaciones',
    acceso: 'sesion',
    resumen: 'Lo que espera la aprobación de quien pregunta; lo que él mismo pidió, no',
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
