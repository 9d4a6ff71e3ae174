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

const operacion = z.object({ id: z.int(), numero: z.string() })

/** A voucher of a payment; `repetidos`: other operations that were proved with the very same file. */
export const comprobante = z.object({
  id: z.int(),
  nombre: z.string(),
  tipo: z.string(),
  tamano: z.int(),
  fecha: instante,
  usuario: z.string(),
  repetidos: z.array(operacion),
})
export type Comprobante = z.infer<typeof comprobante>

const query = z.strictObject({ nombre: textoPlano(1, 120) })

export const comprobantes = {
  subirComprobante: endpoint({
    method: 'POST',
    path: '/compras-ventas/comprobantes',
    acceso: 'compras-ventas:crear',
    resumen: 'Guarda el comprobante de un pago que está por registrarse',
    sube: COMPROBANTE,
    query,
    body: archivoSubido,
    status: 201,
    response: guardado.extend({ tamano: z.int(), repetido: operacion.nullable() }),
  }),
  adjuntarComprobante: endpoint({
    method: 'POST',
    path: '/compras-ventas/:id/pagos/:pago_id/comprobantes',
    acceso: 'compras-ventas:verificar',
    resumen: 'Agrega un comprobante a un pago ya registrado',
    params: idParam.extend({ pago_id: idParam.shape.id }),
    sube: COMPROBANTE,
    query,
    body: archivoSubido,
    status: 201,
    response: guardado,
  }),
  bajarComprobante: endpoint({
    method: 'GET',
    path: '/compras-ventas/comprobantes/:id',
    acceso: 'compras-ventas:ver',
    resumen: 'El archivo de un comprobante',
    params: idParam,
    baja: COMPROBANTE.tipos,
    response: archivoBajado,
  }),
} satisfies Contract
