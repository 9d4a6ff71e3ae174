import { llano } from '../../beneficiarios/rules/pegado/texto.ts'

/** A column that a file may have: its field, its names, and how it is written. */
export interface Columna {
  /** Path of the datum in the body of the call that creates: `beneficiarios_finales.0.nombre`. */
  clave: string
  titulo: string
  requerida: boolean
  /** Other words that files use for it. */
  alias: readonly string[]
  /** The options, when the field has a list of them. */
  opciones: readonly string[]
  decimal: boolean
  ejemplo: string
}

/** The column added to refused rows; ignored when the file is loaded again. */
export const MOTIVO = 'Motivo'

/** Words of a title that say nothing. */
const VACIAS = new Set(['de', 'del', 'la', 'el', 'los', 'las', 'o', 'y'])

const sinVacias = (name: string) =>
  name
    .split(' ')
    .filter((word) => !VACIAS.has(word))
    .join(' ')

/** The parts of a title that gives several names for one thing: `RUC/DNI/Documento`, `Celular (WhatsApp)`. */
const partes = (titulo: string) =>
  titulo
    .split(/[/|,;()]| o /i)
    .map((each) => sinVacias(llano(each)))
    .filter(Boolean)

/**
 * The column that each title of a file names; null for an unknown title. Matches the words of the screens, of the API
 * and of other programs, regardless of accents, case and signs; of a title with several names those that are known must
 * agree. A repeated title is returned twice: the caller chooses.
 */
export function reconocer(
  encabezado: readonly string[],
  columnas: readonly Columna[],
): (string | null)[] {
  const known = new Map<string, string>()
  for (const { clave, titulo, alias } of [...columnas].reverse()) {
    for (const name of [...alias, clave, titulo]) {
      known.set(sinVacias(llano(name)), clave)
      known.set(llano(name), clave)
    }
  }
  return encabezado.map((titulo) => {
    const whole = known.get(llano(titulo)) ?? known.get(sinVacias(llano(titulo)))
    if (whole) return whole
    const named = new Set(partes(titulo).flatMap((each) => known.get(each) ?? []))
    const [only] = named
    return named.size === 1 && only ? only : null
  })
}

/** What is wrong with the titles as a whole; empty when the rows can be read. */
export function faltaEncabezado(
  claves: readonly (string | null)[],
  columnas: readonly Columna[],
): string[] {
  const tituloDe = (clave: string) => columnas.find((c) => c.clave === clave)?.titulo ?? clave
  const found = claves.filter((clave) => clave !== null)
  const twice = new Set(found.filter((clave, n) => found.indexOf(clave) !== n))
  const missing = columnas.filter(({ clave, requerida }) => requerida && !found.includes(clave))
  return [
    ...[...twice].map((clave) => `Hay dos columnas de «${tituloDe(clave)}»: deje una.`),
    ...(missing.length > 0
      ? [`Falta la columna ${missing.map(({ titulo }) => `«${titulo}»`).join(', ')}.`]
      : []),
  ]
}
