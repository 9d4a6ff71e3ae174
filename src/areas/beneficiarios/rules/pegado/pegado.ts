import { type Conocido, leerConocidos } from './conocidos.ts'
import { leerCuentas } from './cuentas.ts'
import { documentoEn, leerDocumentos } from './documentos.ts'
import { type Dato, esDinero, type Hallazgo, type Lector, lectorDe } from './lector.ts'
import { leerTitular } from './nombre.ts'
import { leerPariente } from './pariente.ts'
import { leerTelefonos } from './telefonos.ts'
import { llano, textoLimpio, textoMostrado } from './texto.ts'

/**
 * Reads what a client sends by chat ("Banesco 0134… V-12345678 0414-…") into the pieces that a way of paying asks for.
 * A piece that can be read in two ways is not read: it is told as doubtful, with what it may be.
 */

export interface Pegado {
  /** The text to show, in which the places are. */
  texto: string
  hallazgos: Hallazgo[]
  /** Where the account, the phone or the document is from; null when nothing says. */
  pais: string | null
  /** What is left of the text, without accents or case. */
  resto: string
}

const FECHA = /^\d{1,4}[.-]\d{1,2}[.-]\d{2,4}$/

/** Long numbers that say not what they are: offered as what their length allows, and never filled in. */
function leerSueltos(lector: Lector): void {
  lector.tomar(/(?<![\d.,$/])\d(?:[\d.\-–]| (?=\d)){4,30}\d(?![\d,])/, ({ 0: all, index }) => {
    const valor = all.replaceAll(/\D/g, '')
    if (valor.length < 6 || FECHA.test(all)) return null
    if (esDinero(lector.resto(), index, index + all.length)) return null
    const dato = valor.length > 10 ? 'cuenta' : 'documento'
    return { dato, valor, duda: 'no dice qué número es' }
  })
}

/** Where the pieces are from: the account says it, else the phones, else the documents. */
function paisDePiezas(hallazgos: readonly Hallazgo[]): string | null {
  for (const dato of ['cuenta', 'telefono', 'documento']) {
    const found = new Set(hallazgos.flatMap((one) => (one.dato === dato && one.pais) || []))
    const [pais] = found
    if (pais && found.size === 1) return pais
  }
  return null
}

/** The pieces of a text; `conocidos` are the banks and ways of paying of this house, `paisDe` where one of them is. */
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
