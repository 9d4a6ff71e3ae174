import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { puede } from '../core/permisos.ts'
import { parseSearch, stringifySearch } from './navegacion.tsx'
import { PantallaError } from './pantalla-error.tsx'
import { registerScreens, type Screen } from './screens.ts'
import { checkAuth, sesion } from './sesion.ts'

interface Marco {
  /** Frame around every screen; draws an Outlet. */
  layout: () => ReactNode
  notFound: () => ReactNode
  /** Shown while a screen's code or session is on its way for longer than a moment. */
  pending: () => ReactNode
}

/**
 * The guard (seed, section 4). Signed out without a token, or with one that the server refuses: to login,
 * keeping where one was going. Not allowed: to unauthorized, which says what was asked for.
 */
async function guard(screen: Screen, href: string, fragmento: string): Promise<void> {
  if (screen.llave?.(fragmento)) return
  if (screen.acceso === 'publico') {
    if (screen.nombre === 'login') await leaveLogin(href)
    return
  }
  if (!sesion().estatus) {
    const { ok, sinRespuesta, message } = await checkAuth()
    if (!ok && sinRespuesta) throw new Error(message)
    if (!ok) throw redirect({ to: '/', search: { volver: href } as never })
  }
  const { usuario } = sesion()
  if (usuario?.debe && screen.acceso !== 'ingreso') {
    throw redirect({ to: '/completar-ingreso', search: { volver: href } as never })
  }
  if (!usuario?.debe && screen.acceso === 'ingreso') throw redirect({ href: destino(href) })
  if (!puede(usuario?.permisos, screen.acceso)) {
    throw redirect({ to: '/unauthorized', search: { desde: screen.nombre } as never })
  }
}

async function leaveLogin(href: string): Promise<void> {
  const { ok } = sesion().estatus ? { ok: true } : await checkAuth()
  if (ok) throw redirect({ href: destino(href) })
}

/** Where to go after signing in: a path of our own that the address names, else the dashboard. */
export function destino(href: string): string {
  const volver = parseSearch(href.split('?')[1] ?? '').volver
  return volver && /^\/[^/\\]/.test(volver) ? volver : '/dashboard'
}

/** The router out of the list of screens: history mode, base `/` (seed, section 2). */
export function buildRouter(screens: readonly Screen[], { layout, notFound, pending }: Marco) {
  registerScreens(screens)
  const root = createRootRoute({ component: layout, notFoundComponent: notFound })
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
    routeTree: root.addChildren(routes),
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
