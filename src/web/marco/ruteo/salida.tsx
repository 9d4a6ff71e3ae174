import { Component, type ComponentType, type ReactNode, Suspense, useLayoutEffect } from 'react'
import { useRuteo } from './hooks.ts'
import type { Mostrada } from './ruteo.ts'

export interface ErrorProps {
  error: unknown
  reset: () => void
}

interface Props {
  Fallo: ComponentType<ErrorProps>
  /** What was drawn when it failed; another one is tried anew. */
  turno: number
  children: ReactNode
}

/** Shows `Fallo` in place of what throws. */
export class AlFallar extends Component<Props, { fallo: { error: unknown } | null }> {
  override state: { fallo: { error: unknown } | null } = { fallo: null }

  static getDerivedStateFromError(error: unknown) {
    return { fallo: { error } }
  }

  override componentDidUpdate(before: Props) {
    if (before.turno !== this.props.turno && this.state.fallo) this.setState({ fallo: null })
  }

  override render() {
    const { Fallo, children } = this.props
    const { fallo } = this.state
    if (!fallo) return children
    return <Fallo error={fallo.error} reset={() => this.setState({ fallo: null })} />
  }
}

/** The screen of the address. */
export function Salida({
  Espera,
  Fallo,
}: {
  Espera: ComponentType
  Fallo: ComponentType<ErrorProps>
}) {
  const mostrada = useRuteo((estado) => estado.mostrada)
  const espera = useRuteo((estado) => estado.espera)
  useScroll(mostrada)
  if (espera) return <Espera />
  if (!mostrada) return null
  const { Component: Pantalla, error, turno } = mostrada
  if (!Pantalla) return <Fallo error={error} reset={() => {}} />
  return (
    <AlFallar Fallo={Fallo} turno={turno} key={mostrada.screen?.path ?? ''}>
      <Suspense fallback={<Espera />}>
        <Pantalla />
      </Suspense>
    </AlFallar>
  )
}

const LLAVE = 'lugares'
/** How far each address of this tab's history was scrolled, by its key. */
let places: Record<string, number> = {}
let current = ''

/** Begins to remember how far addresses are scrolled, in this tab and through a reload. */
export function rememberScroll(): void {
  window.history.scrollRestoration = 'manual'
  try {
    places = JSON.parse(sessionStorage.getItem(LLAVE) ?? '{}')
  } catch {
    places = {}
  }
  addEventListener(
    'scroll',
    () => {
      if (current) places[current] = window.scrollY
    },
    { passive: true },
  )
  addEventListener('pagehide', () => sessionStorage.setItem(LLAVE, JSON.stringify(places)))
}

/** A new address starts at its top, or at what its fragment names; one that was left, where it was left. */
function useScroll(mostrada: Mostrada | null): void {
  const { key = '', quieta } = (mostrada?.location.state ?? {}) as { key?: string; quieta?: true }
  useLayoutEffect(() => {
    if (!key || key === current) return
    current = key
    if (quieta) places[key] ??= window.scrollY
    const named = mostrada && document.getElementById(mostrada.location.hash.slice(1))
    const left = places[key]
    if (left !== undefined) window.scrollTo(0, left)
    else if (named) named.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [key, quieta, mostrada])
}
