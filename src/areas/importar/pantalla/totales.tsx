import type { ReactNode } from 'react'
import { formatDecimal } from '../../../core/formato.ts'
import type { Tono } from '../../../web/crud/valores.tsx'
import { type Totales as Cuantas, ESTADOS, type EstadoFila } from '../contract/filas.ts'
import classes from './importar.module.css'

export const TONOS: Record<EstadoFila, Tono> = {
  nueva: 'positivo',
  igual: 'neutro',
  distinta: 'aviso',
  rechazada: 'negativo',
}
export const VISTAS = ['rechazada', 'distinta', 'nueva', 'igual'] as const

const numero = (n: number) => formatDecimal(String(n), 0)

/** How many rows have each outcome; choosing one shows those alone. */
export function Totales({
  totales,
  vista,
  alElegir,
  children,
}: {
  totales: Cuantas
  vista: EstadoFila | undefined
  alElegir: (vista: EstadoFila | undefined) => void
  children?: ReactNode
}) {
  return (
    <fieldset className={classes.totales}>
      <legend className="solo-lectores">Filas que se muestran</legend>
      {([undefined, ...VISTAS] as const).map((each) => (
        <button
          key={each ?? 'todas'}
          type="button"
          className="boton"
          aria-pressed={vista === each}
          data-tono={each && totales[each] > 0 ? TONOS[each] : undefined}
          onClick={() => alElegir(each)}
        >
          <span>{each ? ESTADOS[each] : 'Todas'}</span>
          <strong>{numero(each ? totales[each] : totales.filas)}</strong>
        </button>
      ))}
      {children}
    </fieldset>
  )
}
