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
import { textoPlano } from '../fields.ts'
import type { Permiso } from '../permisos.ts'

/** What proves a payment: a picture or a PDF. */
export const COMPROBANTE = {
  tipos: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  maximo: 2 * 1024 * 1024,
} as const satisfies Archivo

const documento = z.object({ id: z.int(), numero: z.string() })

/** A file that proves a payment; `repetidos`: other documents that were proved with the very same file. */
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

/** Takes a voucher for what is still to be registered, and says which document it already proved. */
export function subirComprobante(path: string, acceso: Permiso, resumen: string) {
  const response = guardado.extend({ tamano: z.int(), repetido: documento.nullable() })
  return endpoint({ ...file, path, acceso, resumen, response })
}

/** Adds a voucher to what `params` name. */
export function adjuntarComprobante<P extends z.ZodType>(
  path: string,
  acceso: Permiso,
  resumen: string,
  params: P,
) {
  return endpoint({ ...file, path, acceso, resumen, params, response: guardado })
}

/** Gives the file of a voucher of the documents at `path`. */
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

/** A voucher on its way to the server, or there. */
export interface Subida {
  /** What the server calls it; null while it is not there. */
  id: number | null
  nombre: string
  /** The picture, as an address that the page may show; null for a PDF. */
  vista: string | null
  /** How much went up, between 0 and 1. */
  avance: number
  error: string | null
  /** Another document that was proved with this very file. */
  repetido: { id: number; numero: string } | null
}
