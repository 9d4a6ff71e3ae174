import { z } from 'zod'
import {
  type Archivo,
  archivoBajado,
  archivoSubido,
  endpoint,
  guardado,
  idParam,
  instante,
} from '../contract.ts'
import type { Permiso } from '../permisos.ts'
import { textoPlano } from '../texto/texto.ts'

/** Files that prove a payment: pictures and PDFs. */
export const COMPROBANTE = {
  tipos: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  maximo: 2 * 1024 * 1024,
} as const satisfies Archivo

const documento = z.object({ id: z.int(), numero: z.string() })

/** A file that proves a payment. `repetidos` are the other documents that have the same file as proof. */
export const comprobante = z.object({
  id: z.int(),
  nombre: z.string(),
  tipo: z.string(),
  tamano: z.int(),
  fecha: instante,
  usuario: z.string(),
  repetidos: z.array(documento),
})
export type Comprobante = z.infer<typeof comprobante>

const file = {
  method: 'POST',
  sube: COMPROBANTE,
  query: z.strictObject({ nombre: textoPlano(1, 120) }),
  body: archivoSubido,
  status: 201,
} as const

/** Call that uploads a voucher before its operation is registered. It answers which document already has this file. */
export function subirComprobante(path: string, acceso: Permiso, resumen: string) {
  const response = guardado.extend({ tamano: z.int(), repetido: documento.nullable() })
  return endpoint({ ...file, path, acceso, resumen, response })
}

/** Call that adds a voucher to the payment that `params` identify. */
export function adjuntarComprobante<P extends z.ZodType>(
  path: string,
  acceso: Permiso,
  resumen: string,
  params: P,
) {
  return endpoint({ ...file, path, acceso, resumen, params, response: guardado })
}

/** Call that downloads the file of a voucher of the documents at `path`. */
export function bajarComprobante(path: string, acceso: Permiso) {
  return endpoint({
    method: 'GET',
    path: `${path}/comprobantes/:id`,
    acceso,
    resumen: 'El archivo de un comprobante',
    params: idParam,
    baja: COMPROBANTE.tipos,
    response: archivoBajado,
  })
}

/** A voucher during or after its upload. */
export interface Subida {
  /** Its id on the server; null until the upload is complete. */
  id: number | null
  nombre: string
  /** Address at which the page shows the picture; null for a PDF. */
  vista: string | null
  /** The uploaded share, from 0 to 1. */
  avance: number
  error: string | null
  /** Another document that has the same file as proof; null when there is none. */
  repetido: { id: number; numero: string } | null
}
