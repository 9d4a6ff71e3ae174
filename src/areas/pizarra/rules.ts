import { decimal } from '../../core/dinero/decimal.ts'
import { cotizar } from '../../core/dinero/tasa.ts'
import { formatDecimal, formatMonto, formatTasa } from '../../core/formato.ts'
import { enZona } from '../../core/zona.ts'
import type { CorredorPizarra, Pizarra } from './contract.ts'

/** Hours between two ISO instants. */
export function horasEntre(desde: string, hasta: string): number {
  return (Date.parse(hasta) - Date.parse(desde)) / 3_600_000
}

/** An amount without needless decimals: `5,000`, `5,000.50`. */
const breve = (monto: string, decimales: number) =>
  formatDecimal(monto, monto.includes('.') ? decimales : 0)

/** The lower bound, to follow a name: ` desde S/ 5,000`; empty for a rate of any amount. */
export function desdeEnPalabras({ base, desde }: Pick<CorredorPizarra, 'base' | 'desde'>): string {
  return desde === null ? '' : ` desde ${base.simbolo} ${breve(desde, base.decimales)}`
}

/** An example with a round amount within the rate's range, `S/ 100 = Bs 5,241.20`; null without a rate. */
export function ejemplo({
  base,
  cotizacion,
  desde,
  tasa,
  metodo_calculo,
}: CorredorPizarra): string | null {
  if (tasa === null) return null
  const decimales = { envia: base.decimales, recibe: cotizacion.decimales }
  // The first of 100, 1,000 … that yields at least one whole unit.
  const amounts = ['100', '1000', '10000', '100000', '1000000']
  const least = decimal(desde ?? '0')
  for (const envia of [desde ?? '100', ...amounts].filter((each) => least.lte(decimal(each)))) {
    const quote = cotizar({ envia }, { tasa, metodo_calculo }, decimales)
    if (decimal(quote.recibe).lt(1)) continue
    return `${base.simbolo} ${breve(envia, base.decimales)} = ${formatMonto(quote.recibe, cotizacion)}`
  }
  return null
}

/** The flag emoji of a currency's drawing: `pe` → 🇵🇪; empty when it is not a country. */
export function banderaEmoji(imagen: string | null): string {
  if (!imagen || !/^[a-z]{2}$/.test(imagen)) return ''
  return String.fromCodePoint(...[...imagen].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 97))
}

const con = (imagen: string | null, text: string) => `${banderaEmoji(imagen)} ${text}`.trim()

/** The day's rates as text for a chat; `momento` in words. Unconfirmed rates are left out. */
export function textoDelDia(
  { casa, mercado, divisas, corredores }: Pizarra,
  momento: string,
): string {
  const prices = divisas.flatMap(({ base, cotizacion, compra, venta, precision }) => {
    if (compra === null || venta === null) return []
    const [buy, sell] = [formatTasa(compra, precision), formatTasa(venta, precision)]
    const unit = cotizacion.simbolo
    return [
      con(
        base.imagen,
        `${base.nombre} (${base.iso}): compra ${unit} ${buy} · venta ${unit} ${sell}`,
      ),
    ]
  })
  const sends = corredores.flatMap((corredor) => {
    const { base, cotizacion, tasa, precision } = corredor
    if (tasa === null) return []
    const example = ejemplo(corredor)
    const linea = `${base.iso} a ${cotizacion.nombre} (${cotizacion.iso})${desdeEnPalabras(corredor)}: ${formatTasa(tasa, precision)}`
    return [con(cotizacion.imagen, example ? `${linea} · ${example}` : linea)]
  })
  return [
    `*${casa}*`,
    `Tasas del día · ${momento}`,
    ...(prices.length > 0 ? ['', '*Cambio de divisas*', ...prices] : []),
    ...(sends.length > 0 ? ['', `*Envíos desde ${mercado}*`, ...sends] : []),
    '',
    'Tasas referenciales: se confirman al momento de la operación.',
  ].join('\n')
}

/** A date in words: `Jueves, 20 de noviembre de 2025`. */
export function fechaEnPalabras(ms: number): string {
  const text = dateFormat().format(ms)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const dateFormat = enZona(
  (timeZone) =>
    new Intl.DateTimeFormat('es-PE', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone,
    }),
)
