import fuentes from 'virtual:fuente-papel'
import type { Columna } from '../lista/tabla.tsx'
import { encabezadoDe } from './encabezado.ts'
import { toPdf } from './pdf.ts'

/** The PDF of these rows, with what the page says around them. Comes, with its font, at the first use. */
export async function listaPdf<T>(
  { titulo, quien }: { titulo: string; quien: string },
  visibles: readonly Columna<T>[],
  filas: readonly T[],
  signal: AbortSignal,
  onProgress: (count: number, total: number) => void,
): Promise<Blob> {
  const encabezado = await encabezadoDe(titulo, quien, visibles, signal)
  return toPdf(fuentes, encabezado, visibles, filas, signal, onProgress)
}
