import fuentes from 'virtual:fuente-papel'
import { encodeQR } from 'qr'
import type { Hoja } from '../../../core/documento/hoja.ts'
import { escribirHoja } from './hoja-a5.ts'

/** The sheet as a PDF. Comes, with its font, at the first use. */
export const hojaPdf = (hoja: Hoja): Promise<Blob> =>
  escribirHoja(fuentes, hoja, encodeQR(hoja.sello.enlace, 'raw', { ecc: 'medium', border: 4 }))
