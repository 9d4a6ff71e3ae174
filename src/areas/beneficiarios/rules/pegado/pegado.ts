import { type Conocido, leerConocidos } from './conocidos.ts'
import { leerCuentas } from './cuentas.ts'
import { documentoEn, leerDocumentos } from './documentos.ts'
import { type Dato, esDinero, type Hallazgo, type Lector, lectorDe } from './lector.ts'
import { leerTitular } from './nombre.ts'
import { leerPariente } from './pariente.ts'
import { leerTelefonos } from './telefonos.ts'
import { llano, textoLimpio, textoMostrado } from './texto.ts'

/**
 * Splits a client's chat message ("Banesco 0134… V-12345678 0414-…") into the data that a way of paying asks for. A
 * part that can be read in two ways is reported as doubtful, with its possible readings.
 */

export interface Pegado {
  /** The text to show; positions refer to it. */
  texto: string
  hallazgos: Hallazgo[]
  /** Country of the account, the phone or the document; null when none of them tells. */
  pais: string | null
  /** The unread rest of the text, without accents and in lower case. */
  resto: string
}

const FECHA = /^\d{1,4}[.-]\d{1,2}[.-]\d{2,4}$/

/** Reads long numbers without a label: offered as what their length allows, never filled in. */
function leerSueltos(lector: Lector): void {
  lector.tomar(/(?<![\d.,$/])\d(?:[\d.\-–]| (?=\d)){4,30}\d(?![\d,])/, ({ 0: all, index }) => {
    const valor = all.replaceAll(/\D/g, '')
    if (valor.length < 6 || FECHA.test(all)) return null
    if (esDinero(lector.resto(), index, index + all.length)) return null
    const dato = valor.length > 10 ? 'cuenta' : 'documento'
    return { dato, valor, duda: 'no dice qué número es' }
  })
}

/** The country of the data: by the account, otherwise by the phones, otherwise by the documents. */
function paisDePiezas(hallazgos: readonly Hallazgo[]): string | null {
  for (const dato of ['cuenta', 'telefono', 'documento']) {
    const found = new Set(hallazgos.flatMap((one) => (one.dato === dato && one.pais) || []))
    const [pais] = found
    if (pais && found.size === 1) return pais
  }
  return null
}

/** Reads a text; `conocidos` are this house's banks and ways of paying, `paisDe` gives the country of one. */
export function leerPegado(
  texto: string,
  conocidos: readonly Conocido[] = [],
  paisDe: (claves: readonly string[]) => string | null = () => null,
): Pegado {
  const mostrado = textoMostrado(texto)
  const lector = lectorDe(textoLimpio(mostrado))
  const plain = (dato: Dato) => (found: RegExpExecArray) => ({ dato, valor: found[0].trim() })
  lector.tomar(
    /(?<![^\s,;:<>()\ufffc])[^\s@,;:<>()\ufffc]{1,64}@[^\s@,;:<>()\ufffc]{1,200}\.[A-Za-z]{2,}/,
    (found) => ({
      dato: 'correo',
      valor: found[0].toLowerCase(),
    }),
  )
  lector.tomar(/(?<![^\s:])@[A-Za-z0-9]{4,20}(?![A-Za-z0-9@.])/, plain('llave'))
  lector.tomar(/(?<![A-Za-z0-9])T[1-9A-HJ-NP-Za-km-z]{33}(?![A-Za-z0-9])/, plain('billetera'))
  leerCuentas(lector, 'ciertas')
  leerDocumentos(lector)
  leerCuentas(lector, 'llamadas')
  leerTelefonos(lector)
  leerCuentas(lector, 'sueltas')
  leerSueltos(lector)
  const resto = llano(lector.resto())
  leerConocidos(lector, conocidos)
  leerTitular(lector)
  leerPariente(lector)
  const named = lector.hallazgos.filter(({ dato }) => dato === 'entidad').map(({ valor }) => valor)
  const pais = paisDePiezas(lector.hallazgos) ?? paisDe(named)
  return {
    texto: mostrado,
    hallazgos: lector.hallazgos
      .map((hallazgo) => documentoEn(hallazgo, pais))
      .toSorted((a, b) => a.inicio - b.inicio),
    pais,
    resto,
  }
}
