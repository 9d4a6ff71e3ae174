import { Suspense } from 'react'
import type { AnswerOf, CallOf, Endpoint } from '../../../core/contract.ts'
import { parte } from '../../sin-linea/parte.tsx'
import type { Punto } from './escala.ts'
import classes from './grafico.module.css'
import type { Rango } from './tramo.ts'

export type { Punto } from './escala.ts'
export type { Rango } from './tramo.ts'

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
  /** Where the points of other days come from; without it there is nothing to compare with. */
  anterior?: Anterior | undefined
  /** Called before the figures are exported, to record it. */
  alExportar?: () => Promise<unknown>
}

/** The call that answers the points of a range of days. */
export interface Anterior {
  endpoint: Endpoint
  pide: (rango: Rango) => CallOf<Endpoint>
  /** The points of the answer, in order of time; those outside the range are left out. */
  lee: (answer: unknown, rango: Rango) => readonly Punto[]
}

/** Where the points of other days come from, typed by the contract of the call. */
export function anterior<E extends Endpoint>(
  endpoint: E,
  pide: (rango: Rango) => CallOf<E>,
  lee: (answer: AnswerOf<E>, rango: Rango) => readonly Punto[],
): Anterior {
  return { endpoint, pide: pide as Anterior['pide'], lee: lee as Anterior['lee'] }
}

const Dibujo = parte(() => import('./dibujo.tsx'))

/**
 * How prices or amounts moved, as steps over time: a text legend, values and exact instants by pointer or arrow keys,
 * some of its days closer, beside other days, as a table and as a file. Which days and beside which stands in the
 * address (`entre`, `compara`), so that back and reload keep it. Its code is loaded when the first chart is shown; the
 * space is reserved.
 */
export function Grafico(props: GraficoProps) {
  const waiting = (
    <div className={classes.espera} role="status" aria-busy="true" aria-label="Cargando gráfico" />
  )
  if (!props.puntos) return waiting
  return (
    <Suspense fallback={waiting}>
      <Dibujo {...props} puntos={props.puntos} />
    </Suspense>
  )
}
