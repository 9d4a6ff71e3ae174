import { CsvError, leerTabla, type Tabla, textoDe } from '../../core/csv.ts'
import { QUE, type Que } from './contract/columnas.ts'
import { ARCHIVO } from './contract.ts'

/** A file as a table, in the browser. @throws CsvError */
export async function leer(contenido: Blob, que: Que): Promise<Tabla> {
  // Before reading: what is too big is not brought into memory.
  if (contenido.size > ARCHIVO.maximo) {
    throw new CsvError(
      `El archivo pesa más de ${ARCHIVO.maximo / 1024 / 1024} MB. Pártalo en varios.`,
    )
  }
  const bytes = new Uint8Array(await contenido.arrayBuffer())
  const tabla = leerTabla(textoDe(bytes), { filas: QUE[que].filas, columnas: ARCHIVO.columnas })
  if (tabla.filas.length === 0)
    throw new CsvError('El archivo no tiene filas debajo de los títulos.')
  return tabla
}
