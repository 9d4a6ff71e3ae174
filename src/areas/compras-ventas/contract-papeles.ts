import { z } from 'zod'
import {
  type Contract,
  decimalText,
  empresa,
  endpoint,
  idParam,
  impreso,
  instante,
  keyOf,
} from '../../core/contract.ts'

/** What an operation prints. */
export const PAPELES = {
  ticket: 'Ticket',
  hoja: 'Hoja A5',
  declaracion: 'Declaración jurada',
} as const
export type Papel = keyof typeof PAPELES

const importe = z.object({ monto: decimalText, simbolo: z.string(), decimales: z.int() })

/** The sworn declaration as it was made: the client is who he was then. */
const declaracionJurada = z.object({
  id: z.int(),
  numero: z.string(),
  fecha: instante,
  tipo: z.string(),
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
  codigo_verificacion: z.string(),
  anulada: z.boolean(),
  impresiones: z.int(),
})
export type DeclaracionJurada = z.infer<typeof declaracionJurada>

export const papeles = {
  imprimir: endpoint({
    method: 'POST',
    path: '/compras-ventas/:id/imprimir',
    acceso: 'compras-ventas:ver',
    resumen: 'Cuenta una impresión: desde la segunda el papel dice COPIA',
    params: idParam,
    body: z.strictObject({
      papel: keyOf(PAPELES, 'Elija un papel de la lista.').default('ticket'),
    }),
    response: impreso,
  }),
  declaracion: endpoint({
    method: 'GET',
    path: '/compras-ventas/:id/declaracion',
    acceso: 'compras-ventas:ver',
    resumen: 'La declaración jurada de origen y destino de los fondos de una operación',
    params: idParam,
    response: declaracionJurada,
  }),
} satisfies Contract
