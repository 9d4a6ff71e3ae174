import { type Contract, idParam } from '../../../core/contract.ts'
import {
  adjuntarComprobante,
  bajarComprobante,
  subirComprobante,
} from '../../../core/documento/comprobante.ts'

export const comprobantes = {
  subirComprobante: subirComprobante(
    '/transferencias/comprobantes',
    'transferencias:crear',
    'Guarda el comprobante de una transferencia que está por registrarse',
  ),
  adjuntarComprobante: adjuntarComprobante(
    '/transferencias/:id/comprobantes',
    'transferencias:crear',
    'Agrega un comprobante a una transferencia ya registrada',
    idParam,
  ),
  bajarComprobante: bajarComprobante('/transferencias', 'transferencias:ver'),
} satisfies Contract
