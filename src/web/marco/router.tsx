import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { puede } from '../../core/permisos.ts'
import { checkAuth, sesion } from '../sesion/sesion.ts'
import { enRuta, parseSearch, stringifySearch } from './navegacion.tsx'
import { PantallaError } from './pantalla-error.tsx'
import { registerScreens, type Screen, sinSesion } from './screens.ts'

interface Marco {
  /** Frame around every screen; draws an Outlet. */
  layout: () => ReactNode
  notFound: () => ReactNode
  /** Shown while a screen's code or session is on its way for longer than a moment. */
  pending: () => ReactNode
}

/**
 * The guard. Signed out without a token, with one that the server refuses, or with one that it
 * could not be asked about: to login, keeping where one was going. Not allowed: to unauthorized, which says what was
 * asked for.
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
  if (!puede(usuario?.permisos, screen.acceso)) {
    throw redirect({ to: '/unauthorized', search: enRuta({ desde: screen.nombre }) })
  }
}

async function leaveLogin(href: string): Promise<void> {
  if (await known()) throw redirect({ href: destino(href) })
}

/** Is somebody signed in? Asks the server when only a token is there. */
async function known(): Promise<boolean> {
  return sesion().estatus || (await checkAuth()).ok
}

/** Where to go after signing in: a path of our own that the address names, else the dashboard. */
export function destino(href: string): string {
  const volver = parseSearch(href.split('?')[1] ?? '').volver
  return volver && /^\/[^/\\]/.test(volver) ? volver : '/dashboard'
}

/** The router out of the list of screens: history mode, base `/`. */
export function buildRouter(screens: readonly Screen[], { layout, notFound, pending }: Marco) {
  registerScreens(screens)
  const root = createRootRoute({ component: layout })
  // A screen of its own: the bar is there for whoever is signed in, so the session comes first.
  const nowhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: notFound,
    beforeLoad: async () => void (await known()),
    staticData: { titulo: 'Esta página no existe' },
  })
  const routes = screens.map((screen) =>
    createRoute({
      getParentRoute: () => root,
      path: screen.path,
      component: lazyRouteComponent(screen.component),
      beforeLoad: ({ location }) => guard(screen, location.href, location.hash),
      errorComponent: PantallaError,
      staticData: {
        nombre: screen.nombre,
        titulo: screen.titulo,
        completa: screen.completa ?? false,
      },
      ...(screen.search && { validateSearch: screen.search }),
    }),
  )
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
    completa?: boolean
  }
}
