import { CsvError, leerTabla, type Tabla, textoDe } from '../../core/texto/csv.ts'
import { QUE, type Que } from './contract/columnas.ts'
import { ARCHIVO } from './contract.ts'

/** Does it begin as a zip does, which every .xlsx is? */
const esLibro = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Parses a file into a table, in the browser. @throws CsvError */
export async function leer(contenido: Blob, que: Que): Promise<Tabla> {
  // Checked before reading, so that a file that is too big is not loaded into memory.
  if (contenido.size > ARCHIVO.maximo) {
    throw new CsvError(
      `El archivo pesa más de ${ARCHIVO.maximo / 1024 / 1024} MB. Pártalo en varios.`,
    )
  }
  const bytes = new Uint8Array(await contenido.arrayBuffer())
  const limites = { filas: QUE[que].filas, columnas: ARCHIVO.columnas }
  // What reads a workbook is loaded with the first one.
  const tabla = esLibro(bytes)
    ? (await import('./libro/libro.ts')).leerLibro(bytes, limites)
    : leerTabla(textoDe(bytes), limites)
  if (tabla.filas.length === 0)
    throw new CsvError('El archivo no tiene filas debajo de los títulos.')
  return tabla
}
