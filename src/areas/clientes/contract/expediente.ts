import { z } from 'zod'
import {
  type Contract,
  decimalText,
  endpoint,
  idParam,
  instante,
  keyOf,
} from '../../../core/contract.ts'

/** What is pending with a client, by why, as `clientes_saldos` names it. */
export const PENDIENTE = {
  recibir: 'Pago del cliente por verificar',
  entregar: 'Entrega al cliente por verificar',
  pagar: 'Por pagar a su beneficiario',
  'a-cuenta': 'Pagó a cuenta de una orden',
  'a-favor': 'Saldo a su favor por devolver',
} as const

const moneda = z.object({ iso: z.string(), simbolo: z.string(), decimales: z.int() })

const saldo = z.object({
  /** By currency: what he still pays, and what the house still hands over. */
  totales: z.array(z.object({ moneda, debe: decimalText, se_le_debe: decimalText })),
  /** The newest 200. */
  lineas: z.array(
    z.object({
      origen: z.string(),
      id: z.int(),
      numero: z.string(),
      fecha: instante,
      que: keyOf(PENDIENTE),
      moneda,
      /** Above zero what he pays, below what the house hands over. */
      importe: decimalText,
    }),
  ),
})
export type Saldo = z.infer<typeof saldo>

/** Blocked clients of whom compliance said that this one is another person. */
const cribado = z.object({
  distintos: z.array(
    z.object({
      id: z.int(),
      nombre: z.string(),
      en: instante,
      por: z.string(),
      nota: z.string(),
    }),
  ),
})
export type Cribado = z.infer<typeof cribado>

/** What only the page of one client asks for. */
export const contratoExpediente = {
  saldo: endpoint({
    method: 'GET',
    path: '/clientes/:id/saldo',
    acceso: 'clientes:ver',
    resumen: 'Lo que queda pendiente entre la casa y un cliente',
    params: idParam,
    response: saldo,
  }),
  cribado: endpoint({
    method: 'GET',
    path: '/clientes/:id/cribado',
    acceso: 'clientes:bloquear',
    resumen: 'Qué dijo cumplimiento de los bloqueados a los que se parece un cliente',
    params: idParam,
    response: cribado,
  }),
} satisfies Contract
