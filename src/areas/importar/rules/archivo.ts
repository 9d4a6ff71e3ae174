import { escribirTabla, type Tabla } from '../../../core/texto/csv.ts'
import { decimalesDe } from '../rules.ts'
import { type Columna, MOTIVO, reconocer } from './columnas.ts'
import { type Recordado, recordado } from './memoria.ts'

/** What a person chose about how the file is read. */
export interface Eleccion {
  /** The column of each column of the file; null for one that is left out. */
  claves: readonly (string | null)[]
  /** One value for all rows, for columns that the file lacks. */
  fijos: Readonly<Record<string, string>>
}

/** The choice that was made for these titles before, or else follows from them; of two equal columns the first counts. */
export function eleccionDe(
  { encabezado }: Tabla,
  columnas: readonly Columna[],
  mapas: readonly Recordado[] = [],
): Eleccion {
  const found = recordado(encabezado, mapas, columnas) ?? reconocer(encabezado, columnas)
  return { claves: found.map((clave, n) => (found.indexOf(clave) === n ? clave : null)), fijos: {} }
}

/** Chooses the meaning of the file's column `n`; another column with that meaning is left out. */
export function conColumna(eleccion: Eleccion, n: number, clave: string | null): Eleccion {
  const claves = eleccion.claves.map((old, each) =>
    each === n ? clave : old === clave ? null : old,
  )
  return { ...eleccion, claves }
}

/** Required columns that neither the file nor a fixed value provides. */
export function faltan({ claves, fijos }: Eleccion, columnas: readonly Columna[]): Columna[] {
  return columnas.filter(
    ({ clave, requerida }) => requerida && !claves.includes(clave) && !fijos[clave],
  )
}

/** The file as the server reads it: our names for the columns, without the columns left out. */
export const canonico = (tabla: Tabla, eleccion: Eleccion): string =>
  escribirTabla(canonicas(tabla, eleccion))

/** The same as cells, the titles first. */
export function canonicas({ filas }: Tabla, { claves, fijos }: Eleccion): string[][] {
  const fixed = Object.entries(fijos).filter(([clave, valor]) => valor && !claves.includes(clave))
  const read = claves.flatMap((clave, n) => (clave === null ? [] : [n]))
  const titles = [...fixed.map(([clave]) => clave), ...read.map((n) => claves[n] ?? '')]
  const rows = filas.map(({ celdas }) => [
    ...fixed.map(([, valor]) => valor),
    ...read.map((n) => celdas[n] ?? ''),
    // Cells beyond the titles are sent too, so that the server can refuse them.
    ...celdas.slice(claves.length),
  ])
  return [titles, ...rows]
}

/** The refused rows with their reasons, to be corrected and loaded again. */
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

/** Does any amount contain a sign that could be decimal? */
export function conDecimales(...de: Parameters<typeof numeros>): boolean {
  return numeros(...de).some((text) => /[.,]/.test(text))
}

/** The decimal sign that the amounts of the file show; null when they do not. */
export const decimalesEn = (...de: Parameters<typeof numeros>) => decimalesDe(numeros(...de))

/** The same in words for the screen. */
export function deducidos(...de: Parameters<typeof numeros>): string {
  const found = decimalesEn(...de)
  return found ? `con ${found}, como en el archivo` : 'elija cómo se escriben'
}
