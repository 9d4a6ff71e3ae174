import { lazy, Suspense } from 'react'
import type { Punto } from './escala.ts'
import classes from './grafico.module.css'

export type { Punto } from './escala.ts'

export interface GraficoProps {
  /** What is drawn, for everybody: "Compra y venta de USD/PEN". */
  titulo: string
  /** Names of one or two series: the legend's words. */
  series: readonly string[]
  /** In order of time; undefined while they are on their way. Each holds until the next. */
  puntos: readonly Punto[] | undefined
  /** Decimals with which values are shown. */
  precision: number
  /** Until when the last point holds, ISO; left out, until now. */
  hasta?: string | undefined
  /** Each point is a day, not a moment from which something holds. */
  porDia?: boolean
  /** False where the screen shows the same rows as a table beside it. */
  conTabla?: boolean
}

const Dibujo = lazy(() => import('./dibujo.tsx'))

/**
 * How prices moved, as steps over time: legend in words, numbers and exact instants under the pointer and the
 * arrow keys, the table behind it. Its code is fetched when the first chart is shown; its place is kept.
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
