import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { diaSemana, diasDe, hoy, masDias, TRAMOS, type Tramo, tramoDe } from '../arreglo/dias.ts'
import classes from './calendario.module.css'

interface Props {
  desde: string | undefined
  hasta: string | undefined
  elegir: (desde: string, hasta: string) => void
  cerrar: () => void
}

const DIAS = ['lu', 'ma', 'mi', 'ju', 'vi', 'sá', 'do']
const MES = new Intl.DateTimeFormat('es-PE', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const LARGO = new Intl.DateTimeFormat('es-PE', { dateStyle: 'full', timeZone: 'UTC' })
const fecha = (dia: string) => new Date(`${dia}T00:00:00Z`)

/** A day in another month, or the last of it. */
function masMeses(dia: string, step: number): string {
  const first = fecha(`${dia.slice(0, 8)}01`)
  first.setUTCMonth(first.getUTCMonth() + step + 1, 0)
  const last = first.toISOString().slice(0, 10)
  const same = `${last.slice(0, 8)}${dia.slice(8)}`
  return same < last ? same : last
}

/** The days of a list: a span that moves with time, or the first and the last one, by mouse or by arrows. */
export default function Calendario({ desde, hasta, elegir, cerrar }: Props) {
  const today = hoy()
  const [foco, setFoco] = useState(hasta ?? desde ?? today)
  const [primera, setPrimera] = useState<string>()
  const grid = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>(`[data-dia="${foco}"]`)?.focus()
  }, [foco])

  const first = `${foco.slice(0, 8)}01`
  const start = masDias(first, -diaSemana(first))
  const weeks = [0, 1, 2, 3, 4, 5].map((week) =>
    [0, 1, 2, 3, 4, 5, 6].map((day) => masDias(start, week * 7 + day)),
  )
  const [from, to] = primera ? [primera, primera] : [desde, hasta]

  function tomar(dia: string) {
    setFoco(dia)
    if (!primera) return setPrimera(dia)
    elegir(...((dia < primera ? [dia, primera] : [primera, dia]) as [string, string]))
    cerrar()
  }
  function onKeyDown(event: KeyboardEvent) {
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
    const months = { PageUp: -1, PageDown: 1 }[event.key]
    if (!days && !months) return
    event.preventDefault()
    event.stopPropagation()
    moved.current = true
    setFoco(days ? masDias(foco, days) : masMeses(foco, months ?? 0))
  }
  return (
    <div className={classes.panel}>
      <div className={classes.tramos}>
        {(Object.keys(TRAMOS) as Tramo[]).map((tramo) => (
          <button
            key={tramo}
            type="button"
            className="boton"
            aria-pressed={tramoDe({ desde, hasta }, today) === tramo}
            onClick={() => {
              const days = diasDe(tramo, today)
              elegir(days.desde, days.hasta)
              cerrar()
            }}
          >
            {TRAMOS[tramo]}
          </button>
        ))}
      </div>
      <div>
        <div className={classes.mes}>
          <button
            type="button"
            className="boton"
            aria-label="Mes anterior"
            onClick={() => setFoco(masMeses(foco, -1))}
          >
            ‹
          </button>
          <strong role="status">{MES.format(fecha(first))}</strong>
          <button
            type="button"
            className="boton"
            aria-label="Mes siguiente"
            onClick={() => setFoco(masMeses(foco, 1))}
          >
            ›
          </button>
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the days inside. */}
        <div ref={grid} className={classes.dias} onKeyDown={onKeyDown}>
          {DIAS.map((dia) => (
            <span key={dia} aria-hidden="true">
              {dia}
            </span>
          ))}
          {weeks.flat().map((dia) => (
            <button
              key={dia}
              type="button"
              className={classes.dia}
              data-dia={dia}
              data-otro={dia.slice(0, 7) !== foco.slice(0, 7) || undefined}
              data-hoy={dia === today || undefined}
              aria-label={LARGO.format(fecha(dia))}
              aria-pressed={Boolean(from && to && from <= dia && dia <= to)}
              tabIndex={dia === foco ? 0 : -1}
              onClick={() => tomar(dia)}
            >
              {Number(dia.slice(8))}
            </button>
          ))}
        </div>
        <p className="nota" role="status">
          {primera ? 'Elija el último día.' : 'Elija el primer día, o un tramo.'}
        </p>
      </div>
    </div>
  )
}
