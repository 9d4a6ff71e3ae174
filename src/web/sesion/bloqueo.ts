import { useSyncExternalStore } from 'react'
import { ApiError, request } from '../api/http.ts'
import { hayToken, LLAVE_BLOQUEO, LLAVE_USO, onSesion, type Resultado, sesion } from './sesion.ts'

/*
 * The idle lock: after some minutes without keyboard or mouse in any tab, all tabs hide their content until the user
 * gives the password. It only protects an unattended desk; the server decides when the session ends.
 */

const LOOK_MS = 2_000
/** Minimum interval in milliseconds between two writes of the time of last use. */
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

/** Whether the screen is locked; rerenders on change. */
export function useBloqueada(): boolean {
  return useSyncExternalStore(subscribe, () => bloqueada)
}

function lock(): void {
  localStorage.setItem(LLAVE_BLOQUEO, '1')
  set(true)
}

/** Unlocks all tabs, after the user has proved his identity. */
export function abrirPantalla(): void {
  localStorage.setItem(LLAVE_USO, String(Date.now()))
  localStorage.removeItem(LLAVE_BLOQUEO)
  set(false)
}

/** Unlocks the screen with the signed-in user's password; `codigo` 401 when the session has ended. */
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
    // On a machine that wakes up, input may arrive before any timer runs: check the idle time first.
    look()
    const used = Number(localStorage.getItem(LLAVE_USO) ?? 0)
    if (!bloqueada && Date.now() - used > WRITE_MS) {
      localStorage.setItem(LLAVE_USO, String(Date.now()))
    }
  }
  const follow = () => {
    const { estatus } = sesion()
    if (estatus && !signedIn) {
      // After a sign-in or a reload: an earlier lock or idle time stays in force.
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
