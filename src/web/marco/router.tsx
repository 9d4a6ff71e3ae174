import type { HistoryLocation } from '@tanstack/history'
import type { ComponentType } from 'react'
import { puede } from '../../core/permisos.ts'
import { checkAuth, sesion } from '../sesion/sesion.ts'
import { parseSearch, stringifySearch } from './ruteo/consulta.ts'
import { type Desvio, startRouter } from './ruteo/ruteo.ts'
import { rememberScroll } from './ruteo/salida.tsx'
import { registerScreens, type Screen, sinSesion } from './screens.ts'

/**
 * The guard. Without a token, with a refused one, or when the server could not be reached: redirects to login,
 * keeping the destination. Without the permission: redirects to unauthorized, which names the screen that was
 * requested.
 */
async function guard(screen: Screen | null, { href, hash }: HistoryLocation): Promise<Desvio> {
  if (screen?.nombre === 'login') return (await known()) ? destino(href) : undefined
  if (screen && sinSesion(screen, hash)) return undefined
  const signedIn = await known()
  // An address without a screen asks too, because signed-in users see the bar there.
  if (!screen) return undefined
  if (!signedIn) return `/${stringifySearch({ volver: href })}`
  const { usuario } = sesion()
  if (usuario?.debe && screen.acceso !== 'ingreso') {
    return `/completar-ingreso${stringifySearch({ volver: href })}`
  }
  if (!usuario?.debe && screen.acceso === 'ingreso') return destino(href)
  if (puede(usuario?.permisos, screen.acceso)) return undefined
  return `/unauthorized${stringifySearch({ desde: screen.nombre })}`
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

/** Starts the router with the list of screens: history mode, base `/`. */
export function openRouter(screens: readonly Screen[], nowhere: ComponentType): void {
  registerScreens(screens)
  // An address that somebody kept with the term itself does not stand there while it is read.
  const { pathname, search, hash } = window.location
  if (search.includes('buscar=')) {
    const kept = pathname + stringifySearch(parseSearch(search)) + hash
    window.history.replaceState(window.history.state, '', kept)
  }
  rememberScroll()
  startRouter({ screens, nowhere, guard })
}
