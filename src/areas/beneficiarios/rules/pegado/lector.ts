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

/** A place of the text and what it was read as. */
export interface Hallazgo {
  dato: Dato
  inicio: number
  fin: number
  valor: string
  pais?: string | null
  tipo_doc?: TipoDocumentoPago
  /** Why it is not sure; nothing is filled with it. */
  duda?: string
}

/** Reads on through one text; what it takes cannot be read again as something else. */
export interface Lector {
  resto: () => string
  hallazgos: Hallazgo[]
  /** Takes every place of the pattern, or its group `parte`; `leer` answers null for a place that is none. */
  tomar: (
    patron: RegExp,
    leer: (found: RegExpExecArray) => Omit<Hallazgo, 'inicio' | 'fin'> | null,
  ) => void
}

/** A reader of a text that is clean already. */
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

/** What stands in the same line before a place. */
export function antesDe(text: string, index: number): string {
  return text.slice(text.lastIndexOf('\n', index - 1) + 1, index)
}

/** Before a phone or a document that is of who writes. */
const DE_QUIEN_ESCRIBE =
  /(?:llam\w*|escrib\w*|avis\w*|contact\w*|confirm\w*|mi (?:numero|telefono|tlf|cel\w*|whatsapp|wsp|dni|cedula|ci|documento|ruc|pasaporte))[^\d\n]{0,20}$/i

/** Doubt of a number before which who writes speaks of himself. */
export function ajeno(lector: Lector, index: number): { duda?: string } {
  return DE_QUIEN_ESCRIBE.test(llano(antesDe(lector.resto(), index)))
    ? { duda: 'parece de quien escribe' }
    : {}
}

/** True of a number with the sign of a currency before it or its name behind. */
export function esDinero(text: string, inicio: number, fin: number): boolean {
  return (
    /(?:s\/\.?|\$|\bbs\.?|\busd|€)[ ]?$/i.test(text.slice(Math.max(0, inicio - 6), inicio)) ||
    /^ ?(?:soles|pesos|bs|bol[ií]vares|d[oó]lares|usd|euros)\b/i.test(text.slice(fin, fin + 12))
  )
}
