import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import classes from './desplegable.module.css'

interface Props {
  /** What the button shows. */
  boton: ReactNode
  /** Name of the button when it shows only a picture. */
  etiqueta?: string
  className?: string | undefined
  /** Marks the button: the current place is in here. */
  actual?: boolean
  /** Which edge of the button the panel keeps to. */
  lado?: 'izquierda' | 'derecha'
  /** Drawn while open; `cerrar` after a choice. */
  children: (cerrar: () => void) => ReactNode
}

/**
 * A button that unfolds a panel below itself. Escape or a click outside closes it; arrows move between what
 * can be reached inside. Light on purpose: the bar and the lists draw it before anything else.
 */
export function Desplegable({ boton, etiqueta, className, actual, lado, children }: Props) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    if (!open) return
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    addEventListener('pointerdown', outside)
    addEventListener('focusin', outside)
    return () => {
      removeEventListener('pointerdown', outside)
      removeEventListener('focusin', outside)
    }
  }, [open])

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setOpen(false)
      root.current?.querySelector('button')?.focus()
    } else if (
      step &&
      !(event.target instanceof HTMLInputElement && event.target.type === 'text')
    ) {
      event.preventDefault()
      if (open) moveFocus(root.current, step)
      else setOpen(true)
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and links inside.
    <div ref={root} className={classes.raiz} onKeyDown={onKeyDown}>
      <button
        type="button"
        className={className}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={etiqueta}
        title={etiqueta}
        data-status={actual ? 'active' : undefined}
        onClick={() => setOpen(!open)}
      >
        {boton}
      </button>
      {open && (
        <div id={id} className={classes.panel} data-lado={lado}>
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  )
}

function moveFocus(root: HTMLElement | null, step: number): void {
  const all = [...(root?.querySelectorAll<HTMLElement>('a, button, input') ?? [])]
  const at = all.indexOf(document.activeElement as HTMLElement)
  all[(at + step + all.length) % all.length]?.focus()
}
