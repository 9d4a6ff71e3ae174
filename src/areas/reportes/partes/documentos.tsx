import type { RutaCon } from '../../../web/marco/screens.ts'

/** The screen of a document, by where it comes from. */
export const DOCUMENTOS: Readonly<Record<string, RutaCon<'id'>>> = {
  'compras-ventas': 'detalle-compra-venta',
  ordenes: 'detalle-orden',
  transferencias: 'detalle-transferencia',
  gastos: 'detalle-gasto',
  'ajustes-saldo': 'detalle-ajuste-saldo',
}
