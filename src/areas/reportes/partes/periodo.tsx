import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatFecha } from '../../../core/formato.ts'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { PRIMERA, useBusqueda } from '../../../web/marco/navegacion.tsx'
import { type Comparacion, PERIODOS, type Rango } from '../rules.ts'
import classes from './reportes.module.css'

const OPCIONES = Object.entries(PERIODOS).map(([value, label]) => ({ value, label }))

/** The period in the address; a month by default. */
export function usePeriodo(): string {
  const [{ periodo, desde }] = useBusqueda()
  return periodo ?? (desde ? 'rango' : 'mes')
}

/** Today, yesterday, this week, this month or chosen dates; other controls of the view beside it. */
export function BarraPeriodo({
  actual,
  children,
}: {
  /** The range that the server answered. */
  actual: Rango | undefined
  children?: ReactNode
}) {
  const periodo = usePeriodo()
  const [, cambiar] = useBusqueda()
  function elegir(next: string) {
    // A range of dates starts with the days on screen.
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

/** The period and, beside it, by what the report is grouped: one of `vistas`. The choice is kept in the address. */
export function BarraVistas(props: {
  actual: Rango | undefined
  vistas: readonly { valor: string; etiqueta: string }[]
  por: string
}) {
  const { actual, vistas, por } = props
  const [, cambiar] = useBusqueda()
  return (
    <BarraPeriodo actual={actual}>
      <Seleccion
        etiqueta="Ver por"
        opciones={vistas}
        valor={por}
        alElegir={(valor) => cambiar({ por: valor, orden: undefined }, 'push')}
      />
    </BarraPeriodo>
  )
}

const days = ({ desde, hasta }: Rango) =>
  desde === hasta ? formatFecha(desde) : `${formatFecha(desde)} al ${formatFecha(hasta)}`

/** The period in words: `01/11/2025 al 20/11/2025, comparado con 01/10/2025 al 20/10/2025`. */
export function enPalabras({ periodo, antes }: Comparacion, compara: boolean): string {
  return compara ? `${days(periodo)}, comparado con ${days(antes)}` : days(periodo)
}

/** Words as long as those of a period, which keep their place until they come. */
export function porVenir(compara: boolean): string {
  const range = '00/00/0000 al 00/00/0000'
  return compara ? `${range}, comparado con ${range}` : range
}
