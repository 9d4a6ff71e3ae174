import { useSyncExternalStore } from 'react'
import { type Acceso, permisosDeRol, puede } from '../../core/permisos.ts'
import { ApiError, alVencer, LLAVE_TOKEN, request } from '../api/http.ts'

/** Who is signed in. */
export interface Usuario {
  id: number
  nombres: string
  apellidos: string
  correo: string
  role: { slug: string; nombre: string }
  permisos: string[]
  /** What this session must do before anything else. */
  debe: 'password' | 'segundo_factor' | null
}

export interface Credenciales {
  usuario: string
  password: string
  /** Of the second factor, once it was asked for. */
  codigo?: string
}

/** Session state. `vencida`: the server forgot the token, the screen stays. */
export interface Sesion {
  usuario: Usuario | null
  estatus: boolean
  vencida: boolean
  /** There is a token that the server could not be asked about: why. */
  sinServicio: string | null
  /** After so many minutes without a key or the mouse the screen locks; 0: never. */
  bloqueoMinutos: number
}

export interface Resultado {
  ok: boolean
  message?: string | undefined
  /** The refusal's code. */
  codigo?: string | undefined
  /** The server could not be asked: nothing is known about the session. */
  sinRespuesta?: boolean
  /** What was thrown, for the log. */
  causa?: unknown
}

/** A server with the fields of the original brief alone names no permissions. */
type UsuarioRecibido = Omit<Usuario, 'permisos'> & { permisos?: string[] }

function conPermisos(usuario: UsuarioRecibido): Usuario {
  return { ...usuario, permisos: usuario.permisos ?? [...permisosDeRol(usuario.role.slug)] }
}

interface Ingreso {
  ok: boolean
  usuario: UsuarioRecibido
  token?: string
  message?: string
  bloqueo_minutos?: number
}

const CERRADA: Sesion = {
  usuario: null,
  estatus: false,
  vencida: false,
  sinServicio: null,
  bloqueoMinutos: 0,
}
const RENEW_MS = 10 * 60_000

let state = CERRADA
let renewedAt = 0
const listeners = new Set<() => void>()

function set(next: Sesion): void {
  state = next
  for (const listener of listeners) listener()
}

/** Tells `listener` of every change; answers how to stop. */
export function onSesion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function sesion(): Sesion {
  return state
}

/** The session, redrawing on change. */
export function useSesion(): Sesion {
  return useSyncExternalStore(onSesion, sesion)
}

/** May who is signed in use what asks for `acceso`? Courtesy only: the server decides. */
export function usePuede(acceso: Acceso): boolean {
  return puede(useSesion().usuario?.permisos, acceso)
}

export function hayToken(): boolean {
  return localStorage.getItem(LLAVE_TOKEN) !== null
}

/** First word of nombres, a space, first word of apellidos. */
export function nombreVisible({ nombres, apellidos }: Usuario): string {
  return `${nombres.trim().split(/\s+/)[0] ?? ''} ${apellidos.trim().split(/\s+/)[0] ?? ''}`.trim()
}

/** Where tabs tell one another that the screen is locked, and when somebody last was there. */
export const LLAVE_BLOQUEO = 'pantallaBloqueada'
export const LLAVE_USO = 'ultimoUso'

export function login(credenciales: Credenciales): Promise<Resultado> {
  return enter('/auth/login', credenciales)
}

/** Asks the server for a new token with the stored one. */
export async function refresh(): Promise<Resultado> {
  const result = await enter('/auth/refresh-token', {})
  return result.ok ? { ok: true, message: 'Succesfull' } : result
}

/** Reads again who is signed in and what he may: a role changed, or something that was owed is done. */
export async function actualizar(): Promise<{ usuario: Usuario }> {
  const answer = await request<Pick<Ingreso, 'usuario' | 'bloqueo_minutos'>>('GET', '/auth/sesion')
  const usuario = conPermisos(answer.usuario)
  if (state.estatus) set({ ...state, usuario, bloqueoMinutos: answer.bloqueo_minutos ?? 0 })
  return { usuario }
}

/**
 * Without a stored token the session is cleared, not ok, no message; else the server is asked. When it cannot be
 * asked the token stays, for another time.
 */
export async function checkAuth(): Promise<Resultado> {
  const token = localStorage.getItem(LLAVE_TOKEN)
  if (token) {
    const result = await refresh()
    // Whatever came of it, somebody signed in meanwhile.
    if (state.estatus) return { ok: true, message: result.message }
    if (result.sinRespuesta) {
      // biome-ignore lint/suspicious/noConsole: a check that throws is logged (R-115).
      if (state.sinServicio === null) console.error('La sesión no se pudo comprobar.', result.causa)
      set({ ...CERRADA, sinServicio: result.message ?? '' })
    } else if (!result.ok && localStorage.getItem(LLAVE_TOKEN) === token) clear()
    return result
  }
  clear()
  return { ok: false }
}

/** Forgets the token and the user. Makes no call. */
export function signOut(): Resultado {
  try {
    clear()
    return { ok: true, message: 'Cierre de sesion exitoso' }
  } catch {
    return { ok: false, message: 'Hubo un error al cerrar sesion' }
  }
}

function clear(): void {
  localStorage.removeItem(LLAVE_TOKEN)
  set(CERRADA)
}

async function enter(path: string, body: unknown): Promise<Resultado> {
  try {
    const answer = await request<Ingreso>('POST', path, { body })
    const { token, usuario, message, bloqueo_minutos = 0 } = answer
    if (!token) {
      set({ ...state, estatus: false })
      return { ok: false, message }
    }
    // A session that was asked about before somebody else signed in is not brought back.
    const other = state.estatus && !state.vencida && state.usuario?.id !== usuario.id
    if (other && path !== '/auth/login') return { ok: true, message }
    localStorage.setItem(LLAVE_TOKEN, token)
    // Whoever signs in is there, whatever an earlier session left behind.
    if (path === '/auth/login') {
      localStorage.setItem(LLAVE_USO, String(Date.now()))
      localStorage.removeItem(LLAVE_BLOQUEO)
    }
    renewedAt = Date.now()
    set({
      ...CERRADA,
      usuario: conPermisos(usuario),
      estatus: true,
      bloqueoMinutos: bloqueo_minutos,
    })
    return { ok: true, message }
  } catch (error) {
    return refused(error)
  }
}

/** A bad request's errors, each followed by a line break; anything else, its own message. */
function refused(error: unknown): Resultado {
  if (!(error instanceof ApiError)) {
    const message = error instanceof Error ? error.message : ''
    return { ok: false, message, sinRespuesta: true, causa: error }
  }
  const { status, body } = error
  if (status === 400 && body.errors?.length) {
    const message = body.errors.map(({ msg }) => `${msg}\n`).join('')
    return { ok: false, message, codigo: body.codigo }
  }
  return { ok: false, message: error.message, sinRespuesta: status >= 500, causa: error }
}

alVencer(() => {
  if (state.estatus && !state.vencida) set({ ...state, vencida: true })
})

/**
 * Keeps the session alive while its user works, and in step with the other tabs. Called once by the
 * app; answers how to stop.
 */
export function keepSesion(): () => void {
  let active = false
  const touch = () => {
    active = true
  }
  const renew = () => {
    const due = Date.now() - renewedAt > RENEW_MS
    if (!state.estatus || state.vencida || !active || !due || document.hidden) return
    active = false
    void refresh().then((result) => {
      if (!result.ok && !result.sinRespuesta) set({ ...state, estatus: true, vencida: true })
    })
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== null && key !== LLAVE_TOKEN) return
    if (key === null || newValue === null) set(CERRADA)
    else if (!state.estatus || state.vencida) void refresh()
    else renewedAt = Date.now()
  }
  const timer = setInterval(renew, 30_000)
  addEventListener('storage', onStorage)
  addEventListener('pointerdown', touch)
  addEventListener('keydown', touch)
  return () => {
    clearInterval(timer)
    removeEventListener('storage', onStorage)
    removeEventListener('pointerdown', touch)
    removeEventListener('keydown', touch)
  }
}
