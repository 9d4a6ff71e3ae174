import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { Arreglo } from '../arreglo/preferencia.ts'
import classes from './panel.module.css'

/** Pixels by which a key changes a width, and the width of a column that had none of its own. */
const PASO = 24
const USUAL = 140

/** The column chooser: shown or not, place and width, each by keyboard. The first as delivered names the row and stays. */
export default function PanelColumnas<T>({
  arreglo,
  primera,
}: {
  arreglo: Arreglo<T>
  primera: string | undefined
}) {
  const { ordenadas, ocultas, pref, poner } = arreglo
  const claves = ordenadas.map(({ clave }) => clave)
  function alternar(clave: string) {
    const next = new Set(ocultas)
    if (!next.delete(clave)) next.add(clave)
    poner({ ...pref, ocultas: [...next] })
  }
  function mover(clave: string, step: number) {
    const at = claves.indexOf(clave)
    const to = at + step
    if (to < 0 || to >= claves.length) return
    poner({ ...pref, orden: claves.toSpliced(at, 1).toSpliced(to, 0, clave) })
  }
  function ensanchar(clave: string, step: number) {
    const th = document.querySelector<HTMLElement>(`#contenido th[data-clave="${clave}"]`)
    const now = pref.anchos?.[clave] ?? Math.round(th?.getBoundingClientRect().width ?? USUAL)
    const width = Math.min(900, Math.max(48, now + step * PASO))
    poner({ ...pref, anchos: { ...pref.anchos, [clave]: width } })
  }
  function onKeyDown(event: KeyboardEvent, clave: string) {
    const up = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const wide = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!event.altKey || (!up && !wide)) return
    event.preventDefault()
    event.stopPropagation()
    if (up) mover(clave, up)
    else if (wide) ensanchar(clave, wide)
  }
  return (
    <fieldset className={classes.columnas}>
      <legend className="solo-lectores">Columnas: visibles, orden y ancho</legend>
      {ordenadas.map(({ clave, titulo }, at) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the box and the buttons inside.
        <div key={clave} className={classes.columna} onKeyDown={(event) => onKeyDown(event, clave)}>
          <label>
            <input
              type="checkbox"
              checked={!ocultas.has(clave)}
              disabled={clave === primera}
              onChange={() => alternar(clave)}
            />
            {titulo}
          </label>
          <button
            type="button"
            className={classes.mover}
            aria-label={`Subir ${titulo}`}
            disabled={at === 0}
            onClick={() => mover(clave, -1)}
          >
            <IconArrowUp size={14} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={classes.mover}
            aria-label={`Bajar ${titulo}`}
            disabled={at === ordenadas.length - 1}
            onClick={() => mover(clave, 1)}
          >
            <IconArrowDown size={14} aria-hidden="true" />
          </button>
        </div>
      ))}
      <p className="nota">
        <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd> mueve, <kbd>Alt</kbd> <kbd>←</kbd> <kbd>→</kbd>{' '}
        cambia el ancho. También se arrastran los títulos y sus bordes.
      </p>
      <button
        type="button"
        className="boton"
        disabled={Object.keys(pref).length === 0}
        onClick={() => poner({})}
      >
        Restablecer
      </button>
    </fieldset>
  )
}
