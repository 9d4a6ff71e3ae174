import { escribirTabla, type Tabla } from '../../../core/csv.ts'
import { decimalesDe } from '../rules.ts'
import { type Columna, MOTIVO, reconocer } from './columnas.ts'

/** How a file is to be read, as far as somebody had to say. */
export interface Eleccion {
  /** The column that each of the file's is; null of those left out. */
  claves: readonly (string | null)[]
  /** The same value in all rows, for what the file does not have. */
  fijos: Readonly<Record<string, string>>
}

/** What can be told from the titles alone; of a column that is there twice the first counts. */
export function eleccionDe({ encabezado }: Tabla, columnas: readonly Columna[]): Eleccion {
  const found = reconocer(encabezado, columnas)
  return { claves: found.map((clave, n) => (found.indexOf(clave) === n ? clave : null)), fijos: {} }
}

/** Chooses what a column of the file is: what was that before is nothing now. */
export function conColumna(eleccion: Eleccion, n: number, clave: string | null): Eleccion {
  const claves = eleccion.claves.map((old, each) =>
    each === n ? clave : old === clave ? null : old,
  )
  return { ...eleccion, claves }
}

/** Required columns that neither the file nor a fixed value gives. */
export function faltan({ claves, fijos }: Eleccion, columnas: readonly Columna[]): Columna[] {
  return columnas.filter(
    ({ clave, requerida }) => requerida && !claves.includes(clave) && !fijos[clave],
  )
}

/** The file as the server reads it: our names for the columns, nothing that is left out. */
export function canonico({ filas }: Tabla, { claves, fijos }: Eleccion): string {
  const fixed = Object.entries(fijos).filter(([clave, valor]) => valor && !claves.includes(clave))
  const read = claves.flatMap((clave, n) => (clave === null ? [] : [n]))
  const titles = [...fixed.map(([clave]) => clave), ...read.map((n) => claves[n] ?? '')]
  const rows = filas.map(({ celdas }) => [
    ...fixed.map(([, valor]) => valor),
    ...read.map((n) => celdas[n] ?? ''),
    // More cells than titles is something to be told of.
    ...celdas.slice(claves.length),
  ])
  return escribirTabla([titles, ...rows])
}

/** Rows of the file with why each was refused, to be mended and loaded again. */
export function conMotivos(
  { encabezado, filas }: Tabla,
  motivos: ReadonlyMap<number, string>,
): string[][] {
  const kept = encabezado.flatMap((titulo, n) => (titulo === MOTIVO ? [] : [n]))
  const pick = (celdas: readonly string[]) => kept.map((n) => celdas[n] ?? '')
  const bad = filas.flatMap(({ celdas }, n) => {
    const motivo = motivos.get(n + 1)
    return motivo === undefined ? [] : [[...pick(celdas), motivo]]
  })
  return [[...pick(encabezado), MOTIVO], ...bad]
}

/** The cells that hold amounts. */
function numeros({ filas }: Tabla, { claves }: Eleccion, columnas: readonly Columna[]): string[] {
  const decimal = new Set(columnas.filter((c) => c.decimal).map(({ clave }) => clave))
  return filas.flatMap(({ celdas }) => celdas.filter((_, n) => decimal.has(claves[n] ?? '')))
}

/** Does any amount have a sign that may be of decimals? */
export function conDecimales(...de: Parameters<typeof numeros>): boolean {
  return numeros(...de).some((text) => /[.,]/.test(text))
}

/** How the file writes decimals, in words. */
export function deducidos(...de: Parameters<typeof numeros>): string {
  const found = decimalesDe(numeros(...de))
  return found ? `con ${found}, como en el archivo` : 'elija cómo se escriben'
}
