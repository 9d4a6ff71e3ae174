import type { Tabla } from '../../../core/texto/csv.ts'
import { escribirHoja } from '../../../core/texto/hoja.ts'
import { download } from '../../../web/crud/exportar/descargar.ts'
import { csvBlob } from '../../../web/crud/exportar/exportar.ts'
import type { Fila } from '../contract/filas.ts'
import { conMotivos, type Eleccion } from '../rules/archivo.ts'
import type { Columna } from '../rules/columnas.ts'

interface Leido {
  archivo: { tabla: Tabla }
  columnas: readonly Columna[]
  eleccion: Eleccion
}

export type Motivo = (fila: Fila) => string

/** The reason of a row, with the title of the column and the text of its cell. */
export function motivoDe({ archivo, columnas, eleccion }: Leido): Motivo {
  const titulos = new Map(columnas.map(({ clave, titulo }) => [clave, titulo]))
  return ({ fila, motivos }) =>
    motivos
      .map(({ clave, msg }) => {
        if (clave === null) return msg
        const at = eleccion.claves.indexOf(clave)
        const typed = archivo.tabla.filas[fila - 1]?.celdas[at] ?? eleccion.fijos[clave]
        return `${titulos.get(clave) ?? clave}${typed ? ` «${corto(typed)}»` : ''}: ${msg}`
      })
      .join(' ')
}

const corto = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text)

/** Downloads the refused rows as a file of their own. */
export function bajarMalas(
  nombre: string,
  tabla: Tabla,
  filas: readonly Fila[],
  motivo: Motivo,
): void {
  const bad = filas.filter(({ estado }) => estado === 'rechazada')
  const rows = conMotivos(tabla, new Map(bad.map((fila) => [fila.fila, motivo(fila)])))
  download(`${nombre.replace(/\.\w+$/, '')} - por corregir.csv`, csvBlob(escribirHoja(rows)))
}
