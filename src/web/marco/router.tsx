import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useDeferredValue, useEffect } from 'react'
import { SinRespuesta } from '../api/http.ts'
import { probar } from '../api/linea.ts'
import { checkAuth, sesion } from '../sesion/sesion.ts'
import { tarde } from '../tarde.ts'
import { enRuta, parseSearch, stringifySearch } from './navegacion.tsx'
import { PantallaError } from './pantalla-error.tsx'
import { abre, registerScreens, type Screen, sinSesion } from './screens.ts'

const cargarAcercar = tarde(() => import('../acercar.ts'))

interface Marco {
  /** Frame around every screen; draws an Outlet. */
  layout: () => ReactNode
  notFound: () => ReactNode
  /** Shown while a screen's code or the session takes longer than a moment to load. */
  pending: () => ReactNode
}

/**
 * The guard. Without a token, with a refused one, or when the server could not be reached: redirects to login,
 * keeping the destination. Without the permission: redirects to unauthorized, which names the screen that was
 * requested.
 */
async function guard(screen: Screen, href: string, fragmento: string): Promise<void> {
  if (screen.nombre === 'login') return leaveLogin(href)
  if (sinSesion(screen, fragmento)) return
  if (!(await known())) throw redirect({ to: '/', search: enRuta({ volver: href }) })
  const { usuario } = sesion()
  if (usuario?.debe && screen.acceso !== 'ingreso') {
    throw redirect({ to: '/completar-ingreso', search: enRuta({ volver: href }) })
  }
  if (!usuario?.debe && screen.acceso === 'ingreso') throw redirect({ href: destino(href) })
  if (!abre(screen, usuario)) {
    throw redirect({ to: '/unauthorized', search: enRuta({ desde: screen.nombre }) })
  }
}

async function leaveLogin(href: string): Promise<void> {
  if (await known()) throw redirect({ href: destino(href) })
}

/** Whether a user is signed in; asks the server when there is only a token. */
async function known(): Promise<boolean> {
  return sesion().estatus || (await checkAuth()).ok
}

/** The destination after signing in: the app's own path named in the address, else the dashboard. */
export function destino(href: string): string {
  const volver = parseSearch(href.split('?')[1] ?? '').volver
  return volver && /^\/[^/\\]/.test(volver) ? volver : '/dashboard'
}

/** A file that did not come because the line is cut is no sign of a new version: the page is not loaded anew for it. */
async function orSinLinea(error: unknown): Promise<never> {
  throw (await probar()) ? error : new SinRespuesta(error)
}

/** Whether a page has been drawn since the program was loaded. */
let hubo = false

/**
 * The first page is drawn in parts, between which a key or a touch is answered, after the frame; a later one at once,
 * in the place of the one before.
 */
function Primera({
  espera: Espera,
  pagina: Pagina,
}: {
  espera: () => ReactNode
  pagina: ComponentType
}) {
  const ya = useDeferredValue(true, hubo)
  useEffect(() => {
    hubo = true
  }, [])
  return ya ? <Pagina /> : <Espera />
}

/** Builds the router from the list of screens: history mode, base `/`. */
export function buildRouter(screens: readonly Screen[], { layout, notFound, pending }: Marco) {
  registerScreens(screens)
  // An address that somebody kept with the term itself does not stand there while it is read.
  const { pathname, search, hash } = window.location
  if (search.includes('buscar=')) {
    const kept = pathname + stringifySearch(parseSearch(search)) + hash
    window.history.replaceState(window.history.state, '', kept)
  }
  const root = createRootRoute({ component: layout })
  // Also checks the session first, because signed-in users see the bar on this screen.
  const nowhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: notFound,
    beforeLoad: async () => void (await known()),
    staticData: { titulo: 'Esta página no existe' },
  })
  const routes = screens.map((screen) => {
    const pagina = lazyRouteComponent(() => screen.component().catch(orSinLinea))
    const component = Object.assign(() => <Primera espera={pending} pagina={pagina} />, {
      preload: pagina.preload,
    })
    return createRoute({
      getParentRoute: () => root,
      path: screen.path,
      component,
      beforeLoad: async ({ location, params, preload }) => {
        // Its code is read while the guard asks; none for a link that somebody pointed at as he left.
        if (!preload || sesion().estatus) void component.preload?.()
        await guard(screen, location.href, location.hash)
        if (!preload) return
        const lugar = { params, search: location.search }
        cargarAcercar()
          .then(({ acercar }) => acercar(screen, lugar))
          .catch(() => {})
      },
      errorComponent: PantallaError,
      staticData: {
        nombre: screen.nombre,
        titulo: screen.titulo,
        completa: screen.completa ?? false,
      },
      ...(screen.search && { validateSearch: screen.search }),
    })
  })
  return createRouter({
    routeTree: root.addChildren([...routes, nowhere]),
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    defaultPendingComponent: pending,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultErrorComponent: PantallaError,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  })
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    nombre?: string
    titulo?: string
    completa?: boolean | 'ajena'
  }
}
