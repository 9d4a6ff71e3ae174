import { IconChevronDown } from '@tabler/icons-react'
import { conteoTexto } from '../../../core/dinero/conteo.ts'
import { formatFechaHora, formatHora } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import type { ConteoDeCajaProps } from '../../../web/marco/aportes.ts'
import { useAhora } from '../../../web/reloj.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato } from '../contract.ts'
import classes from './a-la-vista.module.css'
import { ConteoEntero } from './conteo-entero.tsx'

/**
 * The notes of the last count of the user's own till in one line, and since when; the rest opens under it.
 * Nothing for a till that was never counted by its notes.
 */
export function ALaVista(props: ConteoDeCajaProps) {
  const suya = usePuede('cierres:turno')
  const ahora = useAhora()
  const { data } = useAnswer(
    contrato.enCaja,
    { params: { id: props.cuenta_id } },
    { fresca: true, activa: suya },
  )
  const notes = data?.denominaciones?.filter(({ clase }) => clase === 'billete') ?? []
  if (!data || notes.length === 0) return null
  const { fecha, movido } = data
  return (
    <details className={classes.vista}>
      <summary title="Los billetes de su último conteo, y lo que se movió desde entonces">
        <span>{`Billetes, ${cuando(fecha, ahora)}`}</span>
        <span className={classes.billetes}>{conteoTexto(notes)}</span>
        {movido && movido.veces > 0 && (
          <span className={classes.movido}>
            {movido.veces === 1 ? 'luego 1 movimiento' : `luego ${movido.veces} movimientos`}
          </span>
        )}
        <IconChevronDown size={14} aria-hidden="true" />
      </summary>
      <ConteoEntero {...props} />
    </details>
  )
}

/** Its hour; of another day, with the day. */
function cuando(fecha: string, ahora: number): string {
  const day = (text: string) => formatFechaHora(text).slice(0, 10)
  return day(fecha) === day(new Date(ahora).toISOString())
    ? formatHora(fecha)
    : formatFechaHora(fecha)
}
