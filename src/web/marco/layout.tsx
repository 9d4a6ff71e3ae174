import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { toast } from '../avisos/notify.ts'
import { Barra } from '../barra/barra.tsx'
import type { Menu } from '../barra/menu.ts'
import { useBloqueada } from '../sesion/bloqueo.ts'
import { signOut, useSesion } from '../sesion/sesion.ts'
import { SoloLectura } from '../sesion/solo-lectura.tsx'
import classes from './layout.module.css'
import { pantallaLlamada, sinSesion } from './screens.ts'

const SesionVencida = lazy(() => import('../sesion/vencida.tsx'))
const SesionBloqueada = lazy(() => import('../sesion/bloqueada.tsx'))

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
  /** What stands at the right of the bar: switches, what waits. */
  herramientas?: ComponentType
}

/** The frame around every screen: bar when signed in, the screen, the calculator, the expired session. */
export function Marco({ menu, ingreso, calculadora: Calculadora, herramientas }: MarcoProps) {
  const { usuario, vencida } = useSesion()
  const bloqueada = useBloqueada()
  // What is owed comes first: nothing else is offered.
  const barra = !usuario?.debe
  const main = useRef<HTMLElement>(null)
  const [calculadora, setCalculadora] = useState<'nunca' | 'abierta' | 'cerrada'>('nunca')
  const router = useRouter()
  const completa = useRouterState({
    select: ({ matches }) => matches.at(-1)?.staticData.completa ?? false,
  })
  const abierta = useAbierta()
  usePageTitle(main)

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
        className={completa ? undefined : usuario ? classes.contenido : classes.solo}
      >
        {abierta && <Outlet />}
      </main>
      <Suspense>
        {Calculadora && usuario && calculadora !== 'nunca' && (
          <Calculadora
            abierta={calculadora === 'abierta'}
            cerrar={() => setCalculadora('cerrada')}
          />
        )}
        {usuario && vencida && !bloqueada && (
          <SesionVencida usuario={usuario} form={ingreso} salir={salir} />
        )}
        {usuario && bloqueada && (
          <SesionBloqueada usuario={usuario} vencida={vencida} form={ingreso} salir={salir} />
        )}
      </Suspense>
    </>
  )
}

/**
 * May the screen be drawn? One that needs a session is taken down with it, before anything is forgotten: what it
 * shows would be asked for once more, by nobody.
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

/** Names the browser's tab after the screen, and brings whoever does not see it to its beginning. */
function usePageTitle(main: React.RefObject<HTMLElement | null>): void {
  const titulo = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.titulo })
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const first = useRef(true)
  useEffect(() => {
    document.title = titulo ? `${titulo} · Cambista` : 'Cambista'
  }, [titulo])
  useEffect(() => {
    if (path === undefined) return
    if (first.current) {
      first.current = false
      return
    }
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [path, main])
}
