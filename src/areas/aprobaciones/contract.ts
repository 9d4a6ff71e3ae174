import { z } from 'zod'
import { type Contract, endpoint, instante, keyOf } from '../../core/contract.ts'
import type { Permiso } from '../../core/permisos.ts'
import { contrato as ajustes } from '../ajustes-saldo/contract.ts'
import { contrato as cierres } from '../cierres/contract.ts'
import { contrato as compras } from '../compras-ventas/contract.ts'
import { contrato as gastos } from '../gastos/contract.ts'
import { APRUEBA } from './rules.ts'

/**
 * Everything that waits for somebody's yes, one entry a kind: its words, who may answer, the calls that answer (both
 * take `{ nota }`; what a row says in `confirma` goes with the approval) and the screen that shows one. Its query is in
 * `esperas.ts`. A new kind is an entry here and one there, and whatever writes one calls `avisar('aprobaciones')`.
 */
export const TIPOS = {
  tasa: {
    titulo: 'Tasa fuera de rango',
    permiso: APRUEBA.tasa,
    aprobar: compras.aprobarTasa,
    rechazar: compras.rechazarTasa,
    pantalla: null,
  },
  ajuste: {
    titulo: 'Ajuste de saldo',
    permiso: APRUEBA.ajuste,
    aprobar: ajustes.aprobar,
    rechazar: ajustes.rechazar,
    pantalla: 'detalle-ajuste-saldo',
  },
  gasto: {
    titulo: 'Gasto',
    permiso: APRUEBA.gasto,
    aprobar: gastos.aprobar,
    rechazar: gastos.rechazar,
    pantalla: 'detalle-gasto',
  },
  turno: {
    titulo: 'Cierre de caja',
    permiso: APRUEBA.turno,
    aprobar: cierres.aprobar,
    rechazar: cierres.devolver,
    pantalla: 'detalle-turno',
  },
} as const satisfies Record<
  string,
  {
    titulo: string
    permiso: Permiso
    aprobar: Contract[string]
    rechazar: Contract[string]
    pantalla: string | null
  }
>
export type Tipo = keyof typeof TIPOS

const espera = z.object({
  tipo: keyOf(TIPOS),
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
