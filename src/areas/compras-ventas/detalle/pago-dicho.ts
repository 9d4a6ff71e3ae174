import { ESTADOS_PAGO, type PagoDetalle, REDONDEO } from '../contract.ts'

const TONOS = {
  verificado: 'positivo',
  por_verificar: 'aviso',
  sustituido: 'neutro',
  perdido: 'negativo',
  anulado: 'neutro',
} as const

/** What a line's chip says: what was lost because no coin is that small is nobody's loss. */
export const dichoDe = ({ estado, cargo }: PagoDetalle) =>
  estado === 'perdido' && cargo === 'redondeo'
    ? ({ tono: 'neutro', texto: REDONDEO } as const)
    : { tono: TONOS[estado], texto: ESTADOS_PAGO[estado] }

export const pideFoto = ({ efectivo, pide_comprobante }: PagoDetalle) =>
  !efectivo || pide_comprobante

/** Whether the line still stands for money: one that was replaced, lost or annulled proves nothing more. */
export const vale = ({ estado }: PagoDetalle) =>
  estado === 'verificado' || estado === 'por_verificar'
