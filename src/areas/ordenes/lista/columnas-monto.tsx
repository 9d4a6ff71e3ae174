import { columnaMonto, columnaTexto, columnaValor } from '../../../web/crud/lista/columna.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import type { FilaOrden } from '../contract.ts'
import type { Monedas } from './filtros.tsx'

/** A column of profit in the functional currency. */
export function soles(clave: 'margen' | 'ganancia', titulo: string) {
  return columnaValor<FilaOrden>(clave, titulo, (fila) => fila[clave], { oculta: true })
}

/**
 * A column with an amount and its currency; in an export the amount is a number and the currency a column of its own.
 */
export function montoDe(
  monedas: Monedas,
  clave: 'envia' | 'recibe',
  titulo: string,
  tituloMoneda: string,
): Columna<FilaOrden>[] {
  const of = (fila: FilaOrden) => monedas.get(fila[`${clave}_moneda_id`])
  return [
    columnaMonto(clave, titulo, (fila) => [fila[clave], of(fila)], {
      ...(clave === 'recibe' && { tarjeta: 'fija' }),
    }),
    columnaTexto(`${clave}_moneda`, tituloMoneda, (fila) => of(fila)?.iso ?? '', {
      oculta: true,
      tarjeta: 'oculta',
    }),
  ]
}
