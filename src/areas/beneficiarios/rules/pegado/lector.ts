import type { TipoDocumentoPago } from '../../../../core/documento/documentos.ts'
import { LEIDO, llano } from './texto.ts'

export type Dato =
  | 'titular'
  | 'documento'
  | 'telefono'
  | 'cuenta'
  | 'correo'
  | 'llave'
  | 'billetera'
  | 'entidad'
  | 'metodo'
  | 'alias'

/** A position in the text, and the datum that was read there. */
export interface Hallazgo {
  dato: Dato
  inicio: number
  fin: number
  valor: string
  pais?: string | null
  tipo_doc?: TipoDocumentoPago
  /** Why it is not certain; a doubtful value is never filled in. */
  duda?: string
}

/** Reads one text in passes; a position that was taken cannot be read again as something else. */
export interface Lector {
  resto: () => string
  hallazgos: Hallazgo[]
  /** Takes every match of the pattern, or of its group `parte`; `leer` returns null for a match that is not valid. */
  tomar: (
    patron: RegExp,
    leer: (found: RegExpExecArray) => Omit<Hallazgo, 'inicio' | 'fin'> | null,
  ) => void
}

/** A reader over a text that is already clean. */
export function lectorDe(limpio: string): Lector {
  let rest = limpio
  const hallazgos: Hallazgo[] = []
  return {
    resto: () => rest,
    hallazgos,
    tomar(patron, leer) {
      for (const found of [...rest.matchAll(new RegExp(patron, `${patron.flags}g`))]) {
        const read = leer(found)
        if (!read) continue
        const [all] = found
        const inner = (found.groups?.parte ?? all).trim()
        const inicio = found.index + all.lastIndexOf(inner)
        const fin = inicio + inner.length
        rest = rest.slice(0, inicio) + LEIDO.repeat(inner.length) + rest.slice(fin)
        hallazgos.push({ ...read, inicio, fin })
      }
    },
  }
}

/** The text before a position, in the same line. */
export function antesDe(text: string, index: number): string {
  return text.slice(text.lastIndexOf('\n', index - 1) + 1, index)
}

/** Words before a phone or document that say it belongs to the sender. */
const DE_QUIEN_ESCRIBE =
  /(?:llam\w*|escrib\w*|avis\w*|contact\w*|confirm\w*|mi (?:numero|telefono|tlf|cel\w*|whatsapp|wsp|dni|cedula|ci|documento|ruc|pasaporte))[^\d\n]{0,20}$/i

/** The doubt about a number that the sender gives as his own; empty otherwise. */
export function ajeno(lector: Lector, index: number): { duda?: string } {
  return DE_QUIEN_ESCRIBE.test(llano(antesDe(lector.resto(), index)))
    ? { duda: 'parece de quien escribe' }
    : {}
}

/** True for a number with a currency's sign before it or its name after it. */
export function esDinero(text: string, inicio: number, fin: number): boolean {
  return (
    /(?:s\/\.?|\$|\bbs\.?|\busd|€)[ ]?$/i.test(text.slice(Math.max(0, inicio - 6), inicio)) ||
    /^ ?(?:soles|pesos|bs|bol[ií]vares|d[oó]lares|usd|euros)\b/i.test(text.slice(fin, fin + 12))
  )
}
