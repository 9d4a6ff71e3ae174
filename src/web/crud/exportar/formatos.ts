/** Rows that fit into a PDF: about 150 sheets. More is for a spreadsheet. */
export const MAX_FILAS_PDF = 5000
export const NUMEROS = new Intl.NumberFormat('es-PE')

export const FORMATOS = {
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  pdf: `PDF (hasta ${NUMEROS.format(MAX_FILAS_PDF)} filas)`,
} as const
export type Formato = keyof typeof FORMATOS
