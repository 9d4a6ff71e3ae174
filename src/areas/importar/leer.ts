import { CsvError, leerTabla, type Tabla, textoDe } from '../../core/texto/csv.ts'
import { filasDe, LARGAS, type Que } from './contract/columnas.ts'
import { ARCHIVO } from './contract.ts'
import { ARCHIVO_LARGO } from './largas/contract.ts'

/** Does it begin as a zip does, which every .xlsx is? */
const esLibro = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

/** The most bytes of a file of this kind. */
export const bytesDe = (que: Que): number => (que in LARGAS ? ARCHIVO_LARGO : ARCHIVO).maximo

/** Parses a file into a table, in the browser. @throws CsvError */
export async function leer(contenido: Blob, que: Que): Promise<Tabla> {
  // Checked before reading, so that a file that is too big is not loaded into memory.
  if (contenido.size > bytesDe(que)) {
    throw new CsvError(
      `El archivo pesa más de ${bytesDe(que) / 1024 / 1024} MB. Pártalo en varios.`,
    )
  }
  const bytes = new Uint8Array(await contenido.arrayBuffer())
  const limites = { filas: filasDe(que), columnas: ARCHIVO.columnas }
  // What reads a workbook is loaded with the first one.
  const tabla = esLibro(bytes)
    ? (await import('./libro/libro.ts')).leerLibro(bytes, limites)
    : leerTabla(textoDe(bytes), limites)
  if (tabla.filas.length === 0)
    throw new CsvError('El archivo no tiene filas debajo de los títulos.')
  return tabla
}
