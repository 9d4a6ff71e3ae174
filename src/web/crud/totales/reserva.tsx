import { type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './totales.module.css'

interface Props {
  /** Names the place; each list has one of its own. */
  clave: string
  /** Whether what is shown here has arrived, even when it is nothing. */
  hay: boolean
  /** What stands in its place where it was never seen yet. */
  espera?: ReactNode
  children: ReactNode
}

/**
 * What arrives after the list below it, in a place as high as it was the last time at this width, so that the list does
 * not move.
 */
export function Reserva({ clave, hay, espera, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const known = hay ? null : altura(clave)
  useLayoutEffect(() => {
    if (hay && place.current) guardarAltura(clave, place.current.offsetHeight)
  })
  return (
    <div
      ref={place}
      className={classes.reserva}
      data-espera={known !== null || undefined}
      style={{ minHeight: known ?? undefined }}
    >
      {hay ? children : known === null && espera}
    </div>
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
