import type { TipoDocumento } from '../documento/documentos.ts'

/** Whom a document names, as far as its code or its machine-readable zone says. */
export interface DocumentoLeido {
  /** Null for a foreign document whose kind only a person can tell. */
  tipo_doc: TipoDocumento | null
  num_doc: string
  nombres: string | null
  apellidos: string | null
  /** `1990-05-21`. */
  fecha_nac: string | null
}

/** What a burst says: a document; the beginning of one; one that was read badly; or null, nothing of a document. */
export type Lectura = DocumentoLeido | 'sigue' | 'mal' | null

/** The formats of machine-readable zones (ICAO 9303): lines, and where each datum stands. */
const FORMATOS = [
  { lineas: 3, largo: 30, numero: [0, 5], nacio: [1, 0], nacion: [1, 15], nombres: [2, 0] },
  { lineas: 2, largo: 36, numero: [1, 0], nacio: [1, 13], nacion: [1, 10], nombres: [0, 5] },
  { lineas: 2, largo: 44, numero: [1, 0], nacio: [1, 13], nacion: [1, 10], nombres: [0, 5] },
] as const

/**
 * Reads the lines that a scanner wrote. `hoy`: `2026-11-25`, for the century of a birth. The code of a Peruvian DNI is
 * its number, which may be followed by its check sign; a zone is read only when its check digits are right.
 */
export function leerDocumento(lines: readonly string[], hoy: string): Lectura {
  const [first = ''] = lines
  if (lines.length === 1 && /^\d{8}(-?[0-9A-K])?$/.test(first)) {
    return { ...NADIE, tipo_doc: 'DNI', num_doc: first.slice(0, 8) }
  }
  const zone = lines.map(signos)
  const [head = ''] = zone
  const formato = FORMATOS.find(({ largo }) => largo === head.length)
  if (!formato || !/^[IACVP][A-Z<][A-Z<]{3}[A-Z0-9<]+$/.test(head)) return null
  if (zone.some((line) => line.length !== formato.largo || !/^[A-Z0-9<]+$/.test(line))) return 'mal'
  if (zone.length < formato.lineas) return 'sigue'
  return zone.length === formato.lineas ? deZona(zone, formato, hoy) : 'mal'
}

const NADIE = { nombres: null, apellidos: null, fecha_nac: null }

/** A reader that is set to an English keyboard writes `;` on a Spanish one where the document has `<`. */
const signos = (line: string): string =>
  line.toUpperCase().replaceAll(line.includes('<') ? '\0' : ';', '<')

function deZona(
  zone: readonly string[],
  formato: (typeof FORMATOS)[number],
  hoy: string,
): DocumentoLeido | 'mal' {
  const at = ([line, from]: readonly [number, number], length: number) =>
    (zone[line] ?? '').slice(from, from + length)
  const numero = at(formato.numero, 10)
  const nacio = at(formato.nacio, 7)
  if (!cuadra(numero) || !cuadra(nacio)) return 'mal'
  const num_doc = numero.slice(0, 9).replaceAll('<', '')
  const kind = (zone[0] ?? '').charAt(0)
  const emite = (zone[0] ?? '').slice(2, 5)
  const [apellidos = '', nombres = ''] = at(formato.nombres, formato.largo).split('<<')
  return {
    tipo_doc: tipoDe(kind, emite, at(formato.nacion, 3)),
    num_doc,
    nombres: nombre(nombres),
    apellidos: nombre(apellidos),
    fecha_nac: fecha(nacio.slice(0, 6), hoy),
  }
}

function tipoDe(kind: string, emite: string, nacion: string): TipoDocumento | null {
  if (kind === 'P') return 'PAS'
  if (emite !== 'PER') return null
  return nacion === 'PER' ? 'DNI' : 'CE'
}

const VALORES = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Whether the last sign is the check digit of those before it: weights 7, 3, 1; A is 10, `<` is 0. */
function cuadra(text: string): boolean {
  const sum = [...text.slice(0, -1)].reduce(
    (total, sign, i) => total + Math.max(VALORES.indexOf(sign), 0) * ([7, 3, 1][i % 3] ?? 0),
    0,
  )
  return String(sum % 10) === text.slice(-1)
}

/** `GARCIA<LOPEZ` as `Garcia Lopez`; null when nothing is there. */
function nombre(text: string): string | null {
  const words = text.split('<').filter(Boolean)
  return words.map((word) => word.charAt(0) + word.slice(1).toLowerCase()).join(' ') || null
}

/** `900521` as a day, the last one that is not after today; null for what is none. */
function fecha(text: string, hoy: string): string | null {
  const [, yy, mm, dd] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  if (!yy || !mm || !dd) return null
  const century = `20${yy}-${mm}-${dd}` <= hoy ? '20' : '19'
  const day = `${century}${yy}-${mm}-${dd}`
  const real = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(real.getTime()) && real.toISOString().startsWith(day) ? day : null
}
