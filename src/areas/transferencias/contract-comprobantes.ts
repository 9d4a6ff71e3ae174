import { z } from 'zod'
import { COMPROBANTE } from '../../core/comprobante.ts'
import {
  archivoBajado,
  archivoSubido,
  type Contract,
  endpoint,
  guardado,
  idParam,
  instante,
} from '../../core/contract.ts'
import { textoPlano } from '../../core/fields.ts'

const documento = z.object({ id: z.int(), numero: z.string() })

export const comprobante = z.object({
  id: z.int(),
  nombre: z.string(),
  tipo: z.string(),
  tamano: z.int(),
  fecha: instante,
  usuario: z.string(),
  /** Other transfers that were proved with the very same file. */
  repetidos: z.array(documento),
})
const query = z.strictObject({ nombre: textoPlano(1, 120) })

export const comprobantes = {
  subirComprobante: endpoint({
    method: 'POST',
    path: '/transferencias/comprobantes',
    acceso: 'transferencias:crear',
    resumen: 'Guarda el comprobante de una transferencia que está por registrarse',
    sube: COMPROBANTE,
    query,
    body: archivoSubido,
    status: 201,
    response: guardado.extend({ tamano: z.int(), repetido: documento.nullable() }),
  }),
  adjuntarComprobante: endpoint({
    method: 'POST',
    path: '/transferencias/:id/comprobantes',
    acceso: 'transferencias:crear',
    resumen: 'Agrega un comprobante a una transferencia ya registrada',
    params: idParam,
    sube: COMPROBANTE,
    query,
    body: archivoSubido,
    status: 201,
    response: guardado,
  }),
  bajarComprobante: endpoint({
    method: 'GET',
    path: '/transferencias/comprobantes/:id',
    acceso: 'transferencias:ver',
    resumen: 'El archivo de un comprobante',
    params: idParam,
    baja: COMPROBANTE.tipos,
    response: archivoBajado,
  }),
} satisfies Contract
