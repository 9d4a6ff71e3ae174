import { z } from 'zod'
import { COMPROBANTE } from '../../core/comprobante.ts'
import {
  archivoBajado,
  archivoSubido,
  type Contract,
  endpoint,
  guardado,
  idParam,
} from '../../core/contract.ts'
import { textoPlano } from '../../core/fields.ts'

const query = z.strictObject({ nombre: textoPlano(1, 120) })
const subido = guardado.extend({
  tamano: z.int(),
  /** The last order that was proved with this very file. */
  repetido: z.object({ id: z.int(), numero: z.string() }).nullable(),
})
const file = { sube: COMPROBANTE, query, body: archivoSubido, status: 201 } as const

export const comprobantes = {
  subirComprobante: endpoint({
    method: 'POST',
    path: '/ordenes/comprobantes',
    acceso: 'ordenes:crear',
    resumen: 'Guarda el comprobante de un cobro que está por registrarse',
    ...file,
    response: subido,
  }),
  subirVoucher: endpoint({
    method: 'POST',
    path: '/ordenes/vouchers',
    acceso: 'ordenes:pagar',
    resumen: 'Guarda el comprobante de un pago que está por registrarse',
    ...file,
    response: subido,
  }),
  adjuntarCobro: endpoint({
    method: 'POST',
    path: '/ordenes/:id/cobros/:linea_id/comprobantes',
    acceso: 'ordenes:crear',
    resumen: 'Agrega un comprobante a un cobro ya registrado',
    params: idParam.extend({ linea_id: idParam.shape.id }),
    ...file,
    response: guardado,
  }),
  adjuntarPago: endpoint({
    method: 'POST',
    path: '/ordenes/:id/pagos/:linea_id/comprobantes',
    acceso: 'ordenes:pagar',
    resumen: 'Agrega un comprobante a un pago ya registrado',
    params: idParam.extend({ linea_id: idParam.shape.id }),
    ...file,
    response: guardado,
  }),
  bajarComprobante: endpoint({
    method: 'GET',
    path: '/ordenes/comprobantes/:id',
    acceso: 'ordenes:ver',
    resumen: 'El archivo de un comprobante',
    params: idParam,
    baja: COMPROBANTE.tipos,
    response: archivoBajado,
  }),
} satisfies Contract
