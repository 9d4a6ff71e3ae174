import { type Contract, idParam } from '../../../core/contract.ts'
import {
  adjuntarComprobante,
  bajarComprobante,
  subirComprobante,
} from '../../../core/documento/comprobante.ts'

export const comprobantes = {
  subirComprobante: subirComprobante(
    '/compras-ventas/comprobantes',
    'compras-ventas:crear',
    'Guarda el comprobante de un pago que está por registrarse',
  ),
  adjuntarComprobante: adjuntarComprobante(
    '/compras-ventas/:id/pagos/:pago_id/comprobantes',
    'compras-ventas:verificar',
    'Agrega un comprobante a un pago ya registrado',
    idParam.extend({ pago_id: idParam.shape.id }),
  ),
  bajarComprobante: bajarComprobante('/compras-ventas', 'compras-ventas:ver'),
} satisfies Contract
