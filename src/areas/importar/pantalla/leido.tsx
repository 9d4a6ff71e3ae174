import type { Tabla } from '../../../core/texto/csv.ts'
import { callWith } from '../../../web/api/api.ts'
import type { Que } from '../contract/columnas.ts'
import { contrato } from '../contract.ts'
import { leer } from '../leer.ts'
import { type Eleccion, eleccionDe } from '../rules/archivo.ts'
import type { Columna } from '../rules/columnas.ts'

export interface Leido {
  nombre: string
  tabla: Tabla
  bytes: number
  /** What was proposed for its columns. */
  propuesta: Eleccion['claves']
}

/** Reads a file and proposes what its columns are. @throws CsvError */
export async function leerArchivo(
  que: Que,
  nombre: string,
  contenido: Blob,
  columnas: readonly Columna[],
): Promise<Leido> {
  const [tabla, mapas] = await Promise.all([
    leer(contenido, que),
    callWith(contrato.mapas, { params: { que } }).catch(() => []),
  ])
  return {
    nombre,
    tabla,
    bytes: contenido.size,
    propuesta: eleccionDe(tabla, columnas, mapas).claves,
  }
}

/** What was chosen otherwise than proposed is proposed for the next file with these titles. */
export function recordar(que: Que, { tabla, propuesta }: Leido, { claves }: Eleccion): void {
  if (String(claves) === String(propuesta)) return
  const encabezado = tabla.encabezado.map((titulo) => titulo.slice(0, 200))
  const body = { encabezado, claves: [...claves] }
  void callWith(contrato.recordar, { params: { que }, body }).catch(() => null)
}
