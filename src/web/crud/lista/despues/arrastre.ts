import type { Arreglo } from '../arreglo/preferencia.ts'

/** Pixels at the right edge of a header that take its width, and pixels that a pointer moves before it drags. */
const BORDE = 8
const UMBRAL = 6
const MENOR = 48
const MAYOR = 900

/** Follows the pointer until it is released: the edge of a header changes its width, the rest its place. Esc leaves it. */
export function seguir<T>(
  th: HTMLTableCellElement,
  x: number,
  { ordenadas, pref, poner }: Arreglo<T>,
): void {
  const clave = th.dataset.clave ?? ''
  const wide = th.getBoundingClientRect()
  const ancho = x > wide.right - BORDE
  let moved = false
  let target: HTMLElement | undefined
  let width = wide.width
  const control = new AbortController()
  const { signal } = control
  const mark = (next: HTMLElement | undefined) => {
    target?.removeAttribute('data-destino')
    target = next
    if (target && target !== th) target.dataset.destino = lado(th, target)
  }
  addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      moved ||= Math.abs(clientX - x) > UMBRAL
      if (!moved) return
      getSelection()?.removeAllRanges()
      if (ancho) {
        width = Math.round(Math.min(MAYOR, Math.max(MENOR, wide.width + clientX - x)))
        th.style.setProperty('--ancho', `${width}px`)
        th.style.maxWidth = th.style.minWidth = `${width}px`
      } else {
        th.dataset.tomada = ''
        const over = document.elementFromPoint(clientX, clientY)?.closest('th')
        mark(over?.parentElement === th.parentElement ? (over ?? undefined) : target)
      }
    },
    { signal },
  )
  const end = () => {
    control.abort()
    delete th.dataset.tomada
    th.style.maxWidth = th.style.minWidth = ''
    mark(undefined)
  }
  addEventListener(
    'pointerup',
    () => {
      const to = target?.dataset.clave
      end()
      if (!moved) return
      // The click that follows is no sort.
      const click = new AbortController()
      addEventListener('click', (event) => event.stopPropagation(), {
        capture: true,
        signal: click.signal,
      })
      setTimeout(() => click.abort())
      if (ancho) poner({ ...pref, anchos: { ...pref.anchos, [clave]: width } })
      else if (to && to !== clave) poner({ ...pref, orden: movida(ordenadas, clave, to) })
    },
    { signal },
  )
  addEventListener('pointercancel', end, { signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
}

const lado = (from: Element, to: Element) =>
  from.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING ? 'despues' : 'antes'

/** The order with one column in the place of another; what is between moves up. */
function movida<T>(ordenadas: Arreglo<T>['ordenadas'], clave: string, to: string): string[] {
  const all = ordenadas.map((one) => one.clave)
  const at = all.indexOf(to)
  const rest = all.filter((one) => one !== clave)
  rest.splice(at, 0, clave)
  return rest
}
