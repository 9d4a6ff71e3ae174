import { z } from 'zod'
import {
  type Archivo,
  archivoBajado,
  archivoSubido,
  endpoint,
  guardado,
  idParam,
} from '../contract.ts'
import type { Permiso } from '../permisos.ts'
import { textoPlano } from '../texto/texto.ts'

/** Files that may be attached to a document: pictures and PDFs. */
export const ADJUNTO = {
  tipos: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  maximo: 2 * 1024 * 1024,
} as const satisfies Archivo

/** A file attached to a document. */
export const adjunto = z.object({
  id: z.int(),
  nombre: z.string(),
  tipo: z.string(),
  tamano: z.int(),
})
export type Adjunto = z.infer<typeof adjunto>

/** The calls that upload and download the files attached to the documents at `path` (ADR 0010). */
export function adjuntosDe(path: string, permisos: { subir: Permiso; ver: Permiso }) {
  return {
    subirAdjunto: endpoint({
      method: 'POST',
      path: `${path}/adjuntos`,
      acceso: permisos.subir,
      resumen: 'Guarda un archivo para un documento que está por registrarse',
      sube: ADJUNTO,
      query: z.strictObject({ nombre: textoPlano(1, 120) }),
      body: archivoSubido,
      status: 201,
      response: guardado,
    }),
    bajarAdjunto: endpoint({
      method: 'GET',
      path: `${path}/adjuntos/:id`,
      acceso: permisos.ver,
      resumen: 'El archivo de un documento',
      params: idParam,
      baja: ADJUNTO.tipos,
      response: archivoBajado,
    }),
  }
}
