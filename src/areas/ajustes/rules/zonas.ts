import { ZONAS } from '../contract/zonas.ts'

type Zona = keyof typeof ZONAS

/** The country of each zone, by the code of the catalogue. Of a country with several, the most used comes first. */
const PAIS_DE: Record<Zona, string> = {
  'America/Lima': 'pe',
  'America/Argentina/Buenos_Aires': 'ar',
  'America/La_Paz': 'bo',
  'America/Sao_Paulo': 'br',
  'America/Manaus': 'br',
  'America/Santiago': 'cl',
  'America/Punta_Arenas': 'cl',
  'America/Bogota': 'co',
  'America/Costa_Rica': 'cr',
  'America/Guayaquil': 'ec',
  'America/El_Salvador': 'sv',
  'Europe/Madrid': 'es',
  'Atlantic/Canary': 'es',
  'America/New_York': 'us',
  'America/Chicago': 'us',
  'America/Denver': 'us',
  'America/Los_Angeles': 'us',
  'America/Guatemala': 'gt',
  'America/Tegucigalpa': 'hn',
  'America/Mexico_City': 'mx',
  'America/Monterrey': 'mx',
  'America/Tijuana': 'mx',
  'America/Cancun': 'mx',
  'America/Managua': 'ni',
  'America/Panama': 'pa',
  'America/Asuncion': 'py',
  'America/Puerto_Rico': 'pr',
  'America/Santo_Domingo': 'do',
  'America/Montevideo': 'uy',
  'America/Caracas': 've',
}

/** The zones of a country, the most used first; none of a country that the list of zones leaves out. */
export const zonasDe = (pais: string): Zona[] =>
  (Object.keys(PAIS_DE) as Zona[]).filter((zona) => PAIS_DE[zona] === pais)

const nombreDe = (zona: string): string => ZONAS[zona as Zona] ?? zona

const unaDe = (zonas: readonly Zona[]) => zonas.map(nombreDe).join(' o ')

/** What is said of a proposed zone when its country has others; null when it has no other. */
export function dichoDeZona(pais: string, nombre: string): string | null {
  const [primera, ...otras] = zonasDe(pais)
  if (!primera || otras.length === 0) return null
  return `${nombre} tiene varias zonas horarias: se propone ${nombreDe(primera)}. Cámbiela si la casa está en ${unaDe(otras)}.`
}

/**
 * The warning of a house whose zone is not one of its country, in Spanish; null when it is. `nombre`: the
 * country's name.
 */
export function faltaZona(pais: string, nombre: string, zona: string): string | null {
  const suyas = zonasDe(pais)
  if (suyas.some((suya) => suya === zona)) return null
  const dice = `La zona horaria es ${nombreDe(zona)} y el país de la casa es ${nombre}: los días, los cierres y los papeles llevarían la hora de otro país.`
  const elija =
    suyas.length > 0 ? `Elija ${unaDe(suyas)}` : 'Elija la zona que tenga la misma hora que la casa'
  return `${dice} ${elija} antes del primer documento: después ya no se cambia.`
}
