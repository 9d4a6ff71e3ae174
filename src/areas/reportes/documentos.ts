/** The screen of a document, by where it comes from. */
export const DOCUMENTOS: Readonly<Record<string, string>> = {
  'compras-ventas': 'detalle-compra-venta',
  ordenes: 'detalle-orden',
  transferencias: 'detalle-transferencia',
  gastos: 'detalle-gasto',
  'ajustes-saldo': 'detalle-ajuste-saldo',
}
