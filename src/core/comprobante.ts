import type { Archivo } from './contract.ts'

/** What proves a payment: a picture or a PDF. */
export const COMPROBANTE = {
  tipos: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  maximo: 2 * 1024 * 1024,
} as const satisfies Archivo
