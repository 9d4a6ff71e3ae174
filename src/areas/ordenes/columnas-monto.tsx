import type { Columna } from '../../web/crud/tabla.tsx'
import { Monto } from '../../web/crud/valores.tsx'
import type { FilaOrden } from './contract.ts'
import type { Monedas } from './filtros.tsx'

const SOLES = { simbolo: 'S/', decimales: 2 }

/** What was earned, in the house's own currency. */
export function soles(clave: 'margen' | 'ganancia', titulo: string): Columna<FilaOrden> {
  return {
    clave,
    titulo,
    alinear: 'right',
    celda: (fila) => <Monto valor={fila[clave]} moneda={SOLES} />,
    numero: (fila) => fila[clave] ?? null,
    oculta: true,
  }
}

/** An amount, and its currency beside it: in a file the amount is a number, which names none. */
export function montoDe(
  monedas: Monedas,
  clave: 'envia' | 'recibe',
  titulo: string,
  tituloMoneda: string,
): Columna<FilaOrden>[] {
  const of = (fila: FilaOrden) => monedas.get(fila[`${clave}_moneda_id`])
  return [
    {
      clave,
      titulo,
      alinear: 'right',
      celda: (fila) => {
        const moneda = of(fila)
        return moneda ? <Monto valor={fila[clave]} moneda={moneda} /> : fila[clave]
      },
      numero: (fila) => fila[clave],
      tarjeta: 'media',
    },
    {
      clave: `${clave}_moneda`,
      titulo: tituloMoneda,
      celda: (fila) => of(fila)?.iso ?? '',
      texto: (fila) => of(fila)?.iso ?? '',
      oculta: true,
      tarjeta: 'oculta',
    },
  ]
}
