import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useEscape } from '../abiertos.ts'
import { hoy, masDias } from '../lista/arreglo/dias.ts'
import classes from './calendario.module.css'
import { Mes } from './mes.tsx'

interface Props {
  /** What the panel is called: the field's label. */
  titulo: string
  valor: string | null | undefined
  min?: string | undefined
  max?: string | undefined
  /** The button under which the panel opens. */
  boton: HTMLElement
  elegir: (dia: string) => void
  cerrar: () => void
}

const MARGEN = 8

/** Puts the panel below the button, or above where there is no room, within the window. */
function situar(panel: HTMLElement, boton: HTMLElement): void {
  const at = boton.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const below = at.bottom + MARGEN / 2
  const top = below + height + MARGEN > innerHeight ? at.top - height - MARGEN / 2 : below
  panel.style.top = `${Math.max(MARGEN, Math.min(top, innerHeight - height - MARGEN))}px`
  panel.style.left = `${Math.max(MARGEN, Math.min(at.right - width, innerWidth - width - MARGEN))}px`
}

/**
 * A day of a form, by mouse or by keys: a dialog of the browser's top layer, so that no dialog around the field cuts
 * it off. Escape or a press outside leaves the field as it was; Tab stays within.
 */
export default function Calendario({ titulo, valor, min, max, boton, elegir, cerrar }: Props) {
  const today = hoy()
  const within = (dia: string) => (!min || dia >= min) && (!max || dia <= max)
  const [foco, setFoco] = useState(() => {
    if (valor && /^\d{4}-\d{2}-\d{2}$/.test(valor)) return valor
    if (max && today > max) return max
    return min && today < min ? min : today
  })
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const it = panel.current
    if (!it) return
    it.showPopover?.()
    situar(it, boton)
    it.querySelector<HTMLElement>('[data-dia][tabindex="0"]')?.focus()
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !it.contains(target) && !boton.contains(target)) cerrar()
    }
    addEventListener('pointerdown', outside)
    addEventListener('focusin', outside)
    addEventListener('resize', cerrar)
    return () => {
      removeEventListener('pointerdown', outside)
      removeEventListener('focusin', outside)
      removeEventListener('resize', cerrar)
    }
  }, [boton, cerrar])

  const volver = () => {
    cerrar()
    boton.focus()
  }
  useEscape(true, volver)
  function tomar(dia: string) {
    elegir(dia)
    volver()
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // What is pressed here is no key of the form or the page around.
    event.stopPropagation()
    if (event.key !== 'Tab') return
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button')].filter(
      (each) => each.tabIndex === 0,
    )
    const at = stops.indexOf(document.activeElement as HTMLElement)
    event.preventDefault()
    stops[(at + (event.shiftKey ? -1 : 1) + stops.length) % stops.length]?.focus()
  }
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      aria-modal="true"
      aria-label={`Elegir ${titulo}`}
      className={classes.panel}
      onKeyDown={onKeyDown}
    >
      <Mes
        foco={foco}
        setFoco={setFoco}
        elegido={(dia) => dia === valor}
        tomar={tomar}
        min={min}
        max={max}
        enfocado
      />
      <div className={classes.pie}>
        {(
          [
            ['Hoy', today],
            ['Ayer', masDias(today, -1)],
          ] as const
        ).map(([nombre, dia]) => (
          <button
            key={nombre}
            type="button"
            className="boton"
            disabled={!within(dia)}
            onClick={() => tomar(dia)}
          >
            {nombre}
          </button>
        ))}
      </div>
    </div>
  )
}
