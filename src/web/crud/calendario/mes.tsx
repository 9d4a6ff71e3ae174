import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { diaSemana, hoy, masDias } from '../lista/arreglo/dias.ts'
import classes from './mes.module.css'

interface Props {
  /** The day that the keys move. Its month is shown. */
  foco: string
  setFoco: (dia: string) => void
  /** Whether a day is chosen. */
  elegido: (dia: string) => boolean
  /** A day was pressed, by mouse or Enter. */
  tomar: (dia: string) => void
  /** The first and the last day that may be chosen. */
  min?: string | undefined
  max?: string | undefined
  /** The day has the focus from the beginning. */
  enfocado?: boolean
}

const DIAS = [
  ['lu', 'lunes'],
  ['ma', 'martes'],
  ['mi', 'miércoles'],
  ['ju', 'jueves'],
  ['vi', 'viernes'],
  ['sá', 'sábado'],
  ['do', 'domingo'],
]
const MES = new Intl.DateTimeFormat('es-PE', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const LARGO = new Intl.DateTimeFormat('es-PE', { dateStyle: 'full', timeZone: 'UTC' })
const fecha = (dia: string) => new Date(`${dia}T00:00:00Z`)

/** The same day some months later, or the last of a shorter month. */
export function masMeses(dia: string, step: number): string {
  const first = fecha(`${dia.slice(0, 8)}01`)
  first.setUTCMonth(first.getUTCMonth() + step + 1, 0)
  const last = first.toISOString().slice(0, 10)
  const same = `${last.slice(0, 8)}${dia.slice(8)}`
  return same < last ? same : last
}

/** The day to which a key leads, as in the date picker of the ARIA practices; undefined for another key. */
export function llevaA(dia: string, { key, shiftKey }: { key: string; shiftKey: boolean }) {
  switch (key) {
    case 'ArrowLeft':
      return masDias(dia, -1)
    case 'ArrowRight':
      return masDias(dia, 1)
    case 'ArrowUp':
      return masDias(dia, -7)
    case 'ArrowDown':
      return masDias(dia, 7)
    case 'Home':
      return masDias(dia, -diaSemana(dia))
    case 'End':
      return masDias(dia, 6 - diaSemana(dia))
    case 'PageUp':
      return masMeses(dia, shiftKey ? -12 : -1)
    case 'PageDown':
      return masMeses(dia, shiftKey ? 12 : 1)
  }
  return undefined
}

/** A month by weeks, for a mouse or for keys: one stop, in which arrows move. */
export function Mes({ foco, setFoco, elegido, tomar, min, max, enfocado = false }: Props) {
  const today = hoy()
  const id = useId()
  const grid = useRef<HTMLTableElement>(null)
  const moved = useRef(enfocado)
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>(`[data-dia="${foco}"]`)?.focus()
  }, [foco])

  const first = `${foco.slice(0, 8)}01`
  const start = masDias(first, -diaSemana(first))
  const fuera = (dia: string) => Boolean((min && dia < min) || (max && dia > max))
  function onKeyDown(event: KeyboardEvent) {
    const next = llevaA(foco, event)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    moved.current = true
    setFoco(next)
  }
  const paso = (name: string, step: number, sign: string) => (
    <button
      type="button"
      className="boton"
      aria-label={name}
      onClick={() => {
        moved.current = false
        setFoco(masMeses(foco, step))
      }}
    >
      {sign}
    </button>
  )
  return (
    <>
      <div className={classes.mes}>
        {paso('Mes anterior', -1, '‹')}
        <strong id={id} role="status">
          {MES.format(fecha(first))}
        </strong>
        {paso('Mes siguiente', 1, '›')}
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid of the date picker in the ARIA practices.
        role="grid"
        aria-labelledby={id}
        className={classes.dias}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {DIAS.map(([corto, largo]) => (
              <th key={corto} scope="col" abbr={largo}>
                {corto}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[0, 1, 2, 3, 4, 5].map((week) => (
            <tr key={week}>
              {[0, 1, 2, 3, 4, 5, 6].map((day) => {
                const dia = masDias(start, week * 7 + day)
                return (
                  <td key={dia}>
                    <button
                      type="button"
                      className={classes.dia}
                      data-dia={dia}
                      data-otro={dia.slice(0, 7) !== foco.slice(0, 7) || undefined}
                      aria-current={dia === today ? 'date' : undefined}
                      aria-label={LARGO.format(fecha(dia))}
                      aria-pressed={elegido(dia)}
                      aria-disabled={fuera(dia) || undefined}
                      tabIndex={dia === foco ? 0 : -1}
                      onClick={() => !fuera(dia) && tomar(dia)}
                    >
                      {Number(dia.slice(8))}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
