import {
  faltaDocumento,
  limpiarDocumento,
  type TipoDocumentoPago,
} from '../../../../core/documento/documentos.ts'
import { ajeno, type Hallazgo, type Lector } from './lector.ts'

const S = '[ \\t.\\-–]{0,3}'
/** Dots or spaces by thousands, always the same; else the digits together. */
const MILES =
  '\\d{1,3}(?:\\.\\d{3}){2,3}(?!\\.?\\d)|\\d{1,3}(?: \\d{3}){2,3}(?! ?\\d)|\\d{6,10}(?!\\d)'
/** What may stand between the name of a document and its number. */
const TRAS =
  '(?:[ .:#°º\\-–]|es\\b|nro\\b|n[uú]m(?:ero)?\\b|no\\b|de (?:identidad|ciudadan[ií]a)\\b){0,8}'
const tras = (nombre: string, numero: string) =>
  new RegExp(`(?<!\\p{L})(?:${nombre})${TRAS}()(${numero})`, 'iu')

const DOCUMENTOS: readonly [patron: RegExp, tipo: TipoDocumentoPago][] = [
  [new RegExp(`(?<![\\p{L}\\d])([JG])${S}(\\d{8}${S}\\d)(?!\\d)`, 'iu'), 'RIF'],
  [new RegExp(`(?<![\\p{L}\\d])([VEv]|e(?=[.:\\-–]))[ .:\\-–]{0,3}(${MILES})`, 'u'), 'CVE'],
  [tras('dni', '\\d{8}(?!\\d)'), 'DNI'],
  [tras('ruc', '\\d{11}(?!\\d)'), 'RUC'],
  [tras('ptp', '\\d{8,12}(?!\\d)'), 'PTP'],
  [tras('cpp', '\\d{8,12}(?!\\d)'), 'CPP'],
  [tras('pasaporte', '[A-Z]{0,3}\\d{5,10}(?!\\d)'), 'PAS'],
  [tras('nit', MILES), 'NIT'],
  [tras('c\\.? ?c\\.?(?!\\p{L})', MILES), 'CCO'],
]
/** Of Venezuela or of Colombia: what else stands there decides, once it has been read. */
const CEDULA = tras('c\\.? ?i\\.?(?!\\p{L})|c[eé]d(?:ula)?(?!\\p{L})', MILES)

/** Documents that say what they are. */
export function leerDocumentos(lector: Lector): void {
  const read = (
    tipo_doc: TipoDocumentoPago,
    letra: string,
    numero: string,
    { 0: all, index }: RegExpExecArray,
  ): Omit<Hallazgo, 'inicio' | 'fin'> => {
    const valor = limpiarDocumento(letra + numero)
    const falta = faltaDocumento(tipo_doc, valor)
    return {
      ...{ dato: 'documento', valor, tipo_doc, pais: PAIS_DE_DOCUMENTO[tipo_doc] ?? null },
      ...(falta
        ? { duda: 'le faltan o le sobran dígitos' }
        : ajeno(lector, index + all.length - numero.length)),
    }
  }
  for (const [patron, tipo] of DOCUMENTOS) {
    lector.tomar(patron, (found) => {
      const [, letra = '', numero = ''] = found
      return read(tipo, letra, numero, found)
    })
  }
  lector.tomar(CEDULA, ({ 0: all, index, 2: numero = '' }) => ({
    ...{ dato: 'documento', valor: limpiarDocumento(numero) },
    ...ajeno(lector, index + all.length - numero.length),
  }))
}

const PAIS_DE_DOCUMENTO: Partial<Record<TipoDocumentoPago, string>> = {
  CVE: 've',
  RIF: 've',
  CCO: 'co',
  NIT: 'co',
  DNI: 'pe',
  RUC: 'pe',
  PTP: 'pe',
  CPP: 'pe',
}

/** A document once the country is known: a number that says no type has one then, and «CC» is of Colombia alone. */
export function documentoEn(hallazgo: Hallazgo, pais: string | null): Hallazgo {
  const { valor, dato, tipo_doc, duda } = hallazgo
  if (dato !== 'documento') return hallazgo
  if (tipo_doc) {
    const abroad = tipo_doc === 'CCO' && pais !== null && pais !== 'co'
    return abroad ? { ...hallazgo, duda: 'no parece de ese país' } : hallazgo
  }
  if (pais === 'pe')
    return { ...hallazgo, tipo_doc: 'DNI', duda: duda ?? 'no dice qué documento es' }
  const co = pais === 'co' || (pais !== 've' && valor.length === 10)
  const read = co
    ? { ...hallazgo, tipo_doc: 'CCO' as const }
    : { ...hallazgo, tipo_doc: 'CVE' as const, valor: `V${valor}` }
  const falta = faltaDocumento(read.tipo_doc, read.valor) !== null
  if (falta) return { ...read, duda: 'le faltan o le sobran dígitos' }
  return pais === 've' || pais === 'co'
    ? read
    : { ...read, duda: duda ?? 'no dice de qué país es la cédula' }
}
