import { useSyncExternalStore } from 'react'
import { ApiError, request } from '../api/http.ts'
import { hayToken, LLAVE_BLOQUEO, LLAVE_USO, onSesion, type Resultado, sesion } from './sesion.ts'

/*
 * The idle lock: after some minutes without a key or the mouse, in any tab, what is on the screens is hidden in all of
 * them until whoever left gives the password. A courtesy to whoever leaves a desk; the session's own end is the server's.
 */

const LOOK_MS = 2_000
/** So often at most it is written down that somebody is there. */
const WRITE_MS = 2_000

let bloqueada = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (next === bloqueada) return
  bloqueada = next
  document.documentElement.toggleAttribute('data-bloqueada', next)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Is the screen locked? Redraws on change. */
export function useBloqueada(): boolean {
  return useSyncExternalStore(subscribe, () => bloqueada)
}

function lock(): void {
  localStorage.setItem(LLAVE_BLOQUEO, '1')
  set(true)
}

/** Opens the screens of all tabs: whoever is there has just proved who he is. */
export function abrirPantalla(): void {
  localStorage.setItem(LLAVE_USO, String(Date.now()))
  localStorage.removeItem(LLAVE_BLOQUEO)
  set(false)
}

/** Opens the screen with the password of whoever is signed in; `codigo` 401 when the session is over. */
export async function desbloquear(password: string): Promise<Resultado> {
  try {
    await request('POST', '/auth/desbloquear', { body: { password } })
    abrirPantalla()
    return { ok: true }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return { ok: false, message, sinRespuesta: !(error instanceof ApiError) }
  }
}

function idle(): boolean {
  const { estatus, usuario, bloqueoMinutos } = sesion()
  if (!estatus || usuario?.debe || bloqueoMinutos === 0) return false
  const used = localStorage.getItem(LLAVE_USO)
  return used !== null && Date.now() - Number(used) >= bloqueoMinutos * 60_000
}

/** Watches keys, mouse and the other tabs. Called once by the app. */
export function vigilarPantalla(): void {
  let signedIn = false
  const look = () => {
    if (!bloqueada && idle()) lock()
  }
  const touch = () => {
    // A machine that wakes up is touched before any timer runs: it was left nevertheless.
    look()
    const used = Number(localStorage.getItem(LLAVE_USO) ?? 0)
    if (!bloqueada && Date.now() - used > WRITE_MS) {
      localStorage.setItem(LLAVE_USO, String(Date.now()))
    }
  }
  const follow = () => {
    const { estatus } = sesion()
    if (estatus && !signedIn) {
      // Signed in just now, or a page loaded anew: locked stays locked, a desk that was left too.
      if (localStorage.getItem(LLAVE_USO) === null) touch()
      if (localStorage.getItem(LLAVE_BLOQUEO)) set(true)
      else look()
    }
    if (!estatus && signedIn) forget()
    signedIn = estatus
  }
  const forget = () => {
    localStorage.removeItem(LLAVE_BLOQUEO)
    localStorage.removeItem(LLAVE_USO)
    set(false)
  }
  if (!hayToken()) forget()
  onSesion(follow)
  follow()
  setInterval(look, LOOK_MS)
  addEventListener('storage', ({ key, newValue }) => {
    if (key === LLAVE_BLOQUEO) set(newValue !== null && sesion().estatus)
  })
  for (const name of ['keydown', 'pointerdown', 'pointermove', 'wheel']) {
    addEventListener(name, touch, { passive: true, capture: true })
  }
}
