import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import {
  type ComponentType,
  type LazyExoticComponent,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { toast } from '../avisos/notify.ts'
import { useSinArranque } from '../barra/arranque.ts'
import { Barra } from '../barra/barra.tsx'
import type { Menu } from '../barra/menu.ts'
import { Atajos } from '../paleta/atajos.tsx'
import { useBloqueada } from '../sesion/bloqueo.ts'
import { usePedido } from '../sesion/confirmar.ts'
import { signOut, useSesion } from '../sesion/sesion.ts'
import { SoloLectura } from '../sesion/solo-lectura.tsx'
import { parte } from '../sin-linea/parte.tsx'
import classes from './layout.module.css'
import { pantallaLlamada, sinSesion } from './screens.ts'
import { titularRuta } from './titulo.ts'

const SesionVencida = parte(() => import('../sesion/vencida.tsx'))
const Confirmarse = parte(() => import('../sesion/confirmar.tsx'))
const SinServicio = parte(() => import('../sin-linea/sin-servicio.tsx'))
const SesionBloqueada = parte(() => import('../sesion/bloqueada.tsx'))

export interface CalculadoraProps {
  abierta: boolean
  cerrar: () => void
}

export interface FormIngresoProps {
  /** Called once signed in. */
  alIngresar: () => void
  /** Starts with this user name. */
  usuario?: string
}

export interface MarcoProps {
  menu: Menu
  /** The sign-in form, for the dialog of an expired session. */
  ingreso: ComponentType<FormIngresoProps>
  /** The calculator modal, fetched when it is first opened. */
  calculadora?: LazyExoticComponent<ComponentType<CalculadoraProps>>
  /** Tools at the right of the bar: switches and the bell. */
  herramientas?: ComponentType
}

/** The frame around every screen: bar when signed in, the screen, the calculator, the expired session. */
export function Marco({ menu, ingreso, calculadora: Calculadora, herramientas }: MarcoProps) {
  const { usuario, vencida, sinServicio } = useSesion()
  const sinNadie = !usuario && sinServicio !== null
  const bloqueada = useBloqueada()
  const pedido = usePedido()
  // While the sign-in is incomplete nothing else is offered.
  const barra = !usuario?.debe
  const main = useRef<HTMLElement>(null)
  const [calculadora, setCalculadora] = useState<'nunca' | 'abierta' | 'cerrada'>('nunca')
  const router = useRouter()
  const completa = useRouterState({
    select: ({ matches }) => matches.at(-1)?.staticData.completa ?? false,
  })
  // What somebody else looks at shows nothing of the user: no key, no form of his session.
  const suya = completa === 'ajena' ? null : usuario
  const abierta = useAbierta()
  usePageTitle(main)
  useSinArranque(abierta || sinNadie)

  function salir() {
    const { ok, message } = signOut()
    if (message) toast(message)
    if (ok) void router.navigate({ to: '/', ignoreBlocker: true })
  }

  return (
    <>
      {usuario && barra && !completa && (
        <>
          <a className={classes.saltar} href="#contenido">
            Ir al contenido
          </a>
          <Barra
            menu={menu}
            usuario={usuario}
            salir={salir}
            {...(herramientas && { herramientas })}
            {...(Calculadora && { abrirCalculadora: () => setCalculadora('abierta') })}
          />
          <SoloLectura />
        </>
      )}
      <main
        id="contenido"
        ref={main}
        tabIndex={-1}
        data-ajena={completa === 'ajena' || undefined}
        className={completa ? undefined : usuario ? classes.contenido : classes.solo}
      >
        {abierta && <Outlet />}
      </main>
      <Suspense>
        {Calculadora && sinNadie && <SinServicio abrir={() => setCalculadora('abierta')} />}
        {Calculadora && (usuario || sinNadie) && calculadora !== 'nunca' && (
          <Calculadora
            abierta={calculadora === 'abierta'}
            cerrar={() => setCalculadora('cerrada')}
          />
        )}
      </Suspense>
      {/* Beside what waits for its code: what waits with it does not see its own state change (useEffectEvent). */}
      {suya && barra && !vencida && !bloqueada && (
        <Atajos
          usuario={suya}
          {...(Calculadora && { calculadora: () => setCalculadora('abierta') })}
        />
      )}
      <Suspense>
        {suya && pedido && !vencida && !bloqueada && <Confirmarse pedido={pedido} />}
        {suya && vencida && !bloqueada && (
          <SesionVencida usuario={suya} form={ingreso} salir={salir} />
        )}
        {suya && bloqueada && (
          <SesionBloqueada usuario={suya} vencida={vencida} form={ingreso} salir={salir} />
        )}
      </Suspense>
    </>
  )
}

/**
 * Whether the screen may be rendered. One that needs a session is unmounted before the cached answers are cleared,
 * since it would otherwise refetch them without a session.
 */
function useAbierta(): boolean {
  const { usuario } = useSesion()
  const publica = useRouterState({
    select: ({ matches, location }) => {
      const screen = pantallaLlamada(matches.at(-1)?.staticData.nombre ?? '')
      return !screen || sinSesion(screen, location.hash)
    },
  })
  return usuario !== null || publica
}

/** Sets the browser tab's title, and moves the focus of screen readers to the start of the screen. */
function usePageTitle(main: React.RefObject<HTMLElement | null>): void {
  const titulo = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.titulo })
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const first = useRef(true)
  useEffect(() => titularRuta(titulo), [titulo])
  useEffect(() => {
    if (path === undefined) return
    if (first.current) {
      first.current = false
      return
    }
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [path, main])
}
