import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatFecha } from '../../../core/formato.ts'
import { PRIMERA, useBusqueda } from '../../../web/marco/navegacion.tsx'
import { type Comparacion, PERIODOS, type Rango } from '../rules.ts'
import classes from './reportes.module.css'

const OPCIONES = Object.entries(PERIODOS).map(([value, label]) => ({ value, label }))

/** Which period the address asks for; a month when it says none. */
export function usePeriodo(): string {
  const [{ periodo, desde }] = useBusqueda()
  return periodo ?? (desde ? 'rango' : 'mes')
}

/** Today, yesterday, this week, this month or chosen dates; beside it, what else changes the view. */
export function BarraPeriodo({
  actual,
  children,
}: {
  /** The days that the server answered. */
  actual: Rango | undefined
  children?: ReactNode
}) {
  const periodo = usePeriodo()
  const [, cambiar] = useBusqueda()
  function elegir(next: string) {
    // Dates begin with the days that are on screen.
    const dates = next === 'rango' ? actual : undefined
    cambiar({ periodo: next, desde: dates?.desde, hasta: dates?.hasta, ...PRIMERA }, 'push')
  }
  return (
    <div className={classes.barra}>
      <SegmentedControl
        aria-label="Período"
        data={OPCIONES}
        value={periodo}
        onChange={elegir}
        className={classes.periodo ?? ''}
      />
      {children}
    </div>
  )
}

const days = ({ desde, hasta }: Rango) =>
  desde === hasta ? formatFecha(desde) : `${formatFecha(desde)} al ${formatFecha(hasta)}`

/** `01/11/2025 al 20/11/2025, comparado con 01/10/2025 al 20/10/2025`. */
export function enPalabras({ periodo, antes }: Comparacion, compara: boolean): string {
  return compara ? `${days(periodo)}, comparado con ${days(antes)}` : days(periodo)
}
