import type { Columna } from '../lista/tabla.tsx'
import { cargado } from './cargado.ts'
import { download } from './descargar.ts'
import { csvBlob, toCsv } from './exportar.ts'
import { type Formato, MAX_FILAS_PDF, NUMEROS } from './formatos.ts'
import type { Avance, Reunidas } from './reunir.ts'

/** A list as a file is made of it. */
export interface Exportable<T> {
  /** File name without its ending. */
  nombre: string
  /** Of the PDF. */
  titulo: string
  /** Those that the PDF holds: a sheet has less room than a spreadsheet. */
  visibles: readonly Columna<T>[]
  columnas: readonly Columna<T>[]
  /** Answers all filtered rows, reporting progress. */
  filas: (signal: AbortSignal, onProgress: Avance) => Promise<Reunidas<T>>
}

type Escritor<T> = (rows: readonly T[], linea: string, onProgress: Avance) => Promise<Blob>

/**
 * Makes the file of all filtered rows and hands it to the browser. `pantalla` answers the list as it is drawn, `quien`
 * is who exports, `tell` gets the progress of each step. Throws the signal's reason once it aborts, and an error with a
 * sentence for people where the file cannot be made.
 */
export async function exportar<T>(
  formato: Formato,
  pantalla: () => Exportable<T>,
  quien: string,
  signal: AbortSignal,
  tell: (paso: string) => Avance,
): Promise<void> {
  const told = tell('Reuniendo filas')
  const { nombre } = pantalla()
  const write = await escritor(formato, pantalla, quien, signal)
  const { filas: rows, hace } = await pantalla().filas(signal, (hecho, total) => {
    if (formato === 'pdf') bastan(Math.max(hecho, total ?? 0))
    told(hecho, total)
  })
  if (formato === 'pdf') bastan(rows.length)
  signal.throwIfAborted()
  const atraso = atrasoDe(hace)
  const file = await write(rows, atraso.linea, tell('Escribiendo el archivo'))
  download(`${nombre}${atraso.nombre}.${formato}`, file)
}

/** Hands these rows to the browser as a CSV. `nombre` is the file's, without its ending. */
export function bajarCsv<T>(
  nombre: string,
  columnas: readonly Columna<T>[],
  { filas, hace }: Reunidas<T>,
): void {
  const atraso = atrasoDe(hace)
  download(`${nombre}${atraso.nombre}.csv`, csvBlob(toCsv(columnas, filas, atraso.linea)))
}

/** What writes the rows that are asked for next. A PDF says what the page says around them at that moment. */
async function escritor<T>(
  formato: Formato,
  pantalla: () => Exportable<T>,
  quien: string,
  signal: AbortSignal,
): Promise<Escritor<T>> {
  const { nombre, columnas } = pantalla()
  if (formato === 'csv') return async (rows, linea) => csvBlob(toCsv(columnas, rows, linea))
  if (formato === 'xlsx') {
    const { toXlsx } = await cargado(import('./xlsx/xlsx.ts'))
    return (rows, linea, onProgress) => toXlsx(nombre, columnas, rows, signal, onProgress, linea)
  }
  const { listaPdf } = await cargado(import('./pdf/a-pdf.ts'))
  return listaPdf(pantalla, quien, signal)
}

/** Refuses more rows than a PDF holds, before the rest of them is fetched. */
function bastan(count: number): void {
  if (count <= MAX_FILAS_PDF) return
  throw new RangeError(
    `Son ${NUMEROS.format(count)} filas y un PDF lleva hasta ${NUMEROS.format(MAX_FILAS_PDF)}. Filtre más, o exporte en CSV o Excel.`,
  )
}

/** How old what a file has is, in its name and on its last line; both empty where it is of now. */
export function atrasoDe(hace: number | undefined): { nombre: string; linea: string } {
  if (hace === undefined) return { nombre: '', linea: '' }
  return {
    nombre: ` - datos de hace ${hace} s`,
    linea: `Datos de hace ${hace} s: falta lo que se registró después.`,
  }
}
