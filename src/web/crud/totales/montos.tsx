import { Monto } from '../valores.tsx'
import { conSignos, type MontoDe } from './sumas.ts'

/** Amounts of several currencies in a row, each told from the others. */
export function Montos({ montos }: { montos: readonly MontoDe[] }) {
  return conSignos(montos).map(({ valor, moneda, iso }) => (
    <Monto key={iso} valor={valor} moneda={moneda} />
  ))
}
