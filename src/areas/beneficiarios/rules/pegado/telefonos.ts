import { limpiarDato } from '../../../tipos-pagos/rules/datos-pago.ts'
import { ajeno, type Lector } from './lector.ts'

const S = '[ \\t.\\-–]{0,3}'
/** Not in the middle of a number, nor of one with the code of a country that is not read here. */
const INICIO = '(?<!\\d[.,]?)(?<!\\+\\d{1,4}[ .\\-–]{0,2})(?<!\\+)'
const TELEFONOS: readonly [pais: string, patron: RegExp][] = [
  [
    've',
    new RegExp(
      `${INICIO}(?:\\+?58${S})?\\(?0?4(?:12|14|16|22|24|26)\\)?${S}\\d{3}${S}\\d{2}${S}\\d{2}(?!\\d)`,
    ),
  ],
  ['co', new RegExp(`${INICIO}(?:\\+?57${S})?3\\d{2}${S}\\d{3}${S}\\d{2}${S}\\d{2}(?!\\d)`)],
  ['pe', new RegExp(`${INICIO}(?:\\+?51${S})?9\\d{2}${S}\\d{3}${S}\\d{3}(?!\\d)`)],
]
/** Ten bare digits are a phone of the United States only where Zelle is spoken of: else they are an account. */
const TELEFONO_US = new RegExp(
  `${INICIO}(?:\\+1${S}\\(?[2-9]\\d{2}\\)?${S}\\d{3}${S}\\d{4}|\\([2-9]\\d{2}\\)${S}\\d{3}${S}\\d{4}|[2-9]\\d{2}([.\\- ])\\d{3}\\1\\d{4})(?!\\d)`,
)
const TELEFONO_ZELLE = new RegExp(
  `${INICIO}(?:\\+1${S}|1[ .\\-])?\\(?[2-9]\\d{2}\\)?${S}\\d{3}${S}\\d{4}(?!\\d)`,
)
const TELEFONO_OTRO = /\+\d[\d .\-–()]{7,18}\d/
/** Phones: the code of the country decides, else the country whose mobiles look so. */
export function leerTelefonos(lector: Lector): void {
  const read = (pais: string | null) => (found: RegExpExecArray) => ({
    ...{ dato: 'telefono' as const, pais, valor: limpiarDato('telefono', pais ?? '', found[0]) },
    ...ajeno(lector, found.index),
  })
  if (/\bzelle\b/i.test(lector.resto())) lector.tomar(TELEFONO_ZELLE, read('us'))
  for (const [pais, patron] of TELEFONOS) lector.tomar(patron, read(pais))
  lector.tomar(TELEFONO_US, read('us'))
  lector.tomar(TELEFONO_OTRO, (found) => ({ ...read(null)(found), duda: 'es de otro país' }))
}
