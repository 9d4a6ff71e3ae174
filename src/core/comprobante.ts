import type { Archivo } from './contract.ts'

/** What proves a payment: a picture or a PDF. */
export const COMPROBANTE = {
  tipos: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  maximo: 2 * 1024 * 1024,
} as const satisfies Archivo

/** A voucher on its way to the server, or there. */
export interface Subida {
  /** What the server calls it; null while it is not there. */
  id: number | null
  nombre: string
  /** The picture, as an address that the page may show; null for a PDF. */
  vista: string | null
  /** How much went up, between 0 and 1. */
  avance: number
  error: string | null
  /** Another document that was proved with this very file. */
  repetido: { id: number; numero: string } | null
}
