import { type Contract, idParam } from '../../../core/contract.ts'
import {
  adjuntarComprobante,
  bajarComprobante,
  subirComprobante,
} from '../../../core/documento/comprobante.ts'

const linea = idParam.extend({ linea_id: idParam.shape.id })

export const comprobantes = {
  subirComprobante: subirComprobante(
    '/ordenes/comprobantes',
    'ordenes:crear',
    'Guarda el comprobante de un cobro que está por registrarse',
  ),
  subirVoucher: subirComprobante(
    '/ordenes/vouchers',
    'ordenes:pagar',
    'Guarda el comprobante de un pago que está por registrarse',
  ),
  adjuntarCobro: adjuntarComprobante(
    '/ordenes/:id/cobros/:linea_id/comprobantes',
    'ordenes:crear',
    'Agrega un comprobante a un cobro ya registrado',
    linea,
  ),
  adjuntarPago: adjuntarComprobante(
    '/ordenes/:id/pagos/:linea_id/comprobantes',
    'ordenes:pagar',
    'Agrega un comprobante a un pago ya registrado',
    linea,
  ),
  bajarComprobante: bajarComprobante('/ordenes', 'ordenes:ver'),
} satisfies Contract
