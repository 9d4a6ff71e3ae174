import { lazy, Suspense } from 'react'
import type { Punto } from './escala.ts'
import classes from './grafico.module.css'

export type { Punto } from './escala.ts'

export interface GraficoProps {
  /** Title, also for screen readers: "Compra y venta de USD/PEN". */
  titulo: string
  /** Names of one or two series: the legend's words. */
  series: readonly string[]
  /** In order of time; undefined while loading. Each is in force until the next. */
  puntos: readonly Punto[] | undefined
  /** Decimals with which values are shown. */
  precision: number
  /** ISO instant until which the last point is in force; now when omitted. */
  hasta?: string | undefined
  /** Each point stands for a day, not for the start of a period. */
  porDia?: boolean
  /** The values are amounts, whose axis begins at zero. */
  desdeCero?: boolean
  /** False where the screen shows the same rows as a table beside it. */
  conTabla?: boolean
}

const Dibujo = lazy(() => import('./dibujo.tsx'))

/**
 * How prices moved, as steps over time: a text legend, values and exact instants by pointer or arrow keys, and the
 * same data as a table. Its code is loaded when the first chart is shown; the space is reserved.
 */
export function Grafico(props: GraficoProps) {
  const waiting = <div className={classes.espera} role="status" aria-label="Cargando gráfico" />
  if (!props.puntos) return waiting
  return (
    <Suspense fallback={waiting}>
      <Dibujo {...props} puntos={props.puntos} />
    </Suspense>
  )
}
