import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { type ConCodigo, formatMonto, type Simbolo, sinConfundir } from '../../../core/formato.ts'

/** An amount of a sum of several currencies; one whose currency is not known yet is left out. */
export type MontoDe = readonly [valor: string, moneda: ConCodigo | undefined]

/** The sum of each currency, in order of appearance; no two are added, also where they share a symbol. */
export function sumadas(
  importes: readonly (readonly [valor: string | null | undefined, moneda: ConCodigo | undefined])[],
): MontoDe[] {
  const known = importes.flatMap(([valor, moneda]) => (valor && moneda ? [{ valor, moneda }] : []))
  return [...Map.groupBy(known, ({ moneda }) => moneda.iso).values()].map((rows) => {
    const [{ moneda } = { moneda: undefined }] = rows
    const total = rows.reduce((sum, { valor }) => sum.plus(decimal(valor)), decimal('0'))
    return [texto(total, moneda?.decimales ?? 0), moneda]
  })
}

/** The amounts of one sum, each with the sign by which it is told from the others. */
export function conSignos(
  montos: readonly MontoDe[],
): { valor: string; moneda: Simbolo; iso: string }[] {
  const known = montos.flatMap(([valor, moneda]) => (moneda ? [{ valor, moneda }] : []))
  const signs = sinConfundir(known.map(({ moneda }) => moneda))
  return known.map(({ valor, moneda }, n) => ({
    valor,
    moneda: signs[n] ?? moneda,
    iso: moneda.iso,
  }))
}

/** The amounts of one sum in words: `US$ 200.00`, `€ 40.00`; amounts of nothing are left out. */
export const montosEnTexto = (montos: readonly MontoDe[]): string[] =>
  conSignos(montos.filter(([valor]) => Number(valor) !== 0)).map(({ valor, moneda }) =>
    formatMonto(valor, moneda),
  )
