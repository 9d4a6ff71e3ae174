import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import classes from './totales.module.css'

interface Props {
  /** Names the place; each list has one of its own. */
  clave: string
  /** Whether what is shown here has arrived, even when it is nothing. */
  hay: boolean
  /** Closed at first on a narrow screen, where the foot of the list says the sums and rows come first. */
  plegable?: boolean
  children: ReactNode
}

/**
 * What arrives after the list below it, in a place as high as it was the last time at this width, so that the list does
 * not move. Where it was never seen, what stands below it is shown with it, or three seconds later.
 */
export function Reserva({ clave, hay, plegable = false, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(!plegable)
  const id = useId()
  const known = hay ? null : altura(clave)
  useLayoutEffect(() => {
    const height = place.current?.offsetHeight ?? 0
    if (hay && height > 0) guardarAltura(clave, height)
  })
  return (
    <>
      {plegable && (
        <button
          type="button"
          className={`boton ${classes.plegar}`}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          Totales
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
      )}
      <div
        ref={place}
        id={id}
        className={classes.reserva}
        data-espera={known !== null || undefined}
        data-primera={(!hay && known === null) || undefined}
        data-plegado={!open || undefined}
        style={{ minHeight: known ?? undefined }}
      >
        {hay && children}
      </div>
    </>
  )
}

const nombre = (clave: string) => `altura:${clave}`

/** The height in px at the present width of the window; null where it was never seen. */
function altura(clave: string): number | null {
  const [ancho, alto] = (localStorage.getItem(nombre(clave)) ?? '').split(' ').map(Number)
  return alto && ancho === innerWidth ? alto : null
}

function guardarAltura(clave: string, alto: number): void {
  const now = `${innerWidth} ${alto}`
  if (localStorage.getItem(nombre(clave)) === now) return
  try {
    localStorage.setItem(nombre(clave), now)
  } catch {
    // Nothing of it is needed: the place is guessed the next time.
  }
}
