import { type Decimal, decimal, dividir, suma, texto } from '../../core/dinero/decimal.ts'
import { DECIMALES_FUNCIONAL } from '../../core/dinero/posicion.ts'
import type { PosicionFila } from './contract.ts'

type Sumable = 'costo' | 'valor' | 'no_realizada' | 'ganancia_hoy' | 'ganancia_total'

/** Sum of a column in the functional currency; what has no value (nobody quotes it) is left out. */
export function total(filas: readonly PosicionFila[], campo: Sumable): string {
  return texto(sumaDe(filas, campo), DECIMALES_FUNCIONAL)
}

function sumaDe(filas: readonly PosicionFila[], campo: Sumable): Decimal {
  return suma(filas.flatMap((fila) => (fila[campo] ? [decimal(fila[campo])] : [])))
}

/** Share of a position in the value of all, in percent with one decimal; null when it has no value. */
export function parte(fila: PosicionFila, filas: readonly PosicionFila[]): string | null {
  const all = sumaDe(filas, 'valor')
  if (!fila.valor || all.lte(0)) return null
  return texto(dividir(decimal(fila.valor).times('100'), all, 1, 'medio'), 1)
}
