import { useSyncExternalStore } from 'react'
import { type Acceso, permisosDeRol, puede } from '../../core/permisos.ts'
import { ApiError, alFaltarIngreso, alSalir, alVencer, LLAVE_TOKEN, request } from '../api/http.ts'
import { olvidarBuscados } from '../marco/buscados.ts'
import { oirSalida, olvidarBorradores, olvidarDeOtros } from '../sin-linea/borradores.ts'

/** The signed-in user. */
export interface Usuario {
  id: number
  nombres: string
  apellidos: string
  correo: string
  role: { slug: string; nombre: string }
  permisos: string[]
  /** Whether he has a second factor; a server with only the fields of the original brief does not say. */
  segundo_factor?: boolean
  /** What this session must do before anything else. */
  debe: 'password' | 'segundo_factor' | null
  /** The branches that he tells apart, where the house has several and he sees them all. */
  sucursales?: readonly { id: number; nombre: string }[]
  /** His branch, where he does not see every branch; null: he has none. Left out for whoever sees them all. */
  sucursal?: { id: number; nombre: string } | null
}

export interface Credenciales {
  usuario: string
  password: string
  /** Code of the second factor, when it is required. */
  codigo?: string
}

/** Session state. `vencida`: the token expired, but the screen stays. */
export interface Sesion {
  usuario: Usuario | null
  estatus: boolean
  vencida: boolean
  /** Why a stored token could not be checked with the server; null when it could. */
  sinServicio: string | null
  /** Minutes without keyboard or mouse after which the screen locks; 0: never. */
  bloqueoMinutos: number
  /** Salir also ends the session on the server: one request, where the house switched it on. */
  salidaAvisa: boolean
}

export interface Resultado {
  ok: boolean
  message?: string | undefined
  /** The refusal's code. */
  codigo?: string | undefined
  /** The server could not be reached: the state of the session is unknown. */
  sinRespuesta?: boolean
  /** The original error, for the log. */
  causa?: unknown
}

/** The user as received: a server with only the fields of the original brief sends no permissions. */
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
  salida_avisa?: boolean
}

const CERRADA: Sesion = {
  usuario: null,
  estatus: false,
  vencida: false,
  sinServicio: null,
  bloqueoMinutos: 0,
  salidaAvisa: false,
}
const RENEW_MS = 10 * 60_000

let state = CERRADA
let renewedAt = 0
const listeners = new Set<() => void>()

function set(next: Sesion): void {
  state = next
  for (const listener of listeners) listener()
}

/** Calls `listener` on every change; answers a function that unsubscribes. */
export function onSesion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function sesion(): Sesion {
  return state
}

/** The session; rerenders on change. */
export function useSesion(): Sesion {
  return useSyncExternalStore(onSesion, sesion)
}

/** Whether the signed-in user has `acceso`. Only for the interface: the server decides. */
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

/** localStorage keys by which tabs share the lock and the time of last use. */
export const LLAVE_BLOQUEO = 'pantallaBloqueada'
export const LLAVE_USO = 'ultimoUso'
/** What was opened last; it names people, so it ends with the session. */
export const LLAVE_RECIENTES = 'recientes'
/** Where this browser keeps with which view each list opens; it ends with the session. */
export const LLAVE_INICIOS = 'inicios'
/** The last rates, for when the line is cut. */
export const LLAVE_TASAS = 'ultimasTasas'

export function login(credenciales: Credenciales): Promise<Resultado> {
  return enter('/auth/login', credenciales)
}

/** Asks the server for a new token with the stored one. */
export async function refresh(): Promise<Resultado> {
  const result = await enter('/auth/refresh-token', {})
  return result.ok ? { ok: true, message: 'Succesfull' } : result
}

/** Reloads the user and permissions, after a change of role or the completion of a sign-in step. */
export async function actualizar(): Promise<{ usuario: Usuario }> {
  const answer = await request<Omit<Ingreso, 'ok' | 'token'>>('GET', '/auth/sesion')
  const usuario = conPermisos(answer.usuario)
  if (state.estatus) set({ ...state, usuario, ...segunLaCasa(answer) })
  return { usuario }
}

let checking: Promise<Resultado> | undefined

/**
 * Checks the stored token with the server. Without a token it clears the session and answers not ok, without a message.
 * When the server cannot be reached the token is kept.
 */
export function checkAuth(): Promise<Resultado> {
  // Asked while the program is still on its way, and again by its guard: one request answers both.
  checking ??= check().finally(() => {
    checking = undefined
  })
  return checking
}

async function check(): Promise<Resultado> {
  const token = localStorage.getItem(LLAVE_TOKEN)
  if (token) {
    const result = await refresh()
    // A user signed in meanwhile, so the result no longer matters.
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

/** Forgets the token and the user. Makes no call, unless the house switched it on: it then waits for none. */
export function signOut(): Resultado {
  try {
    const token = localStorage.getItem(LLAVE_TOKEN)
    const avisa = state.salidaAvisa && !state.vencida
    clear()
    if (avisa && token) alSalir(token)
    olvidarBuscados()
    localStorage.removeItem(LLAVE_RECIENTES)
    localStorage.removeItem(LLAVE_INICIOS)
    localStorage.removeItem(LLAVE_TASAS)
    olvidarBorradores()
    return { ok: true, message: 'Cierre de sesion exitoso' }
  } catch {
    return { ok: false, message: 'Hubo un error al cerrar sesion' }
  }
}

const segunLaCasa = (answer: Pick<Ingreso, 'bloqueo_minutos' | 'salida_avisa'>) => ({
  bloqueoMinutos: answer.bloqueo_minutos ?? 0,
  salidaAvisa: answer.salida_avisa ?? false,
})

function clear(): void {
  localStorage.removeItem(LLAVE_TOKEN)
  set(CERRADA)
}

async function enter(path: string, body: unknown): Promise<Resultado> {
  try {
    const answer = await request<Ingreso>('POST', path, { body })
    const { token, usuario, message } = answer
    if (!token) {
      set({ ...state, estatus: false })
      return { ok: false, message }
    }
    // The answer for an earlier session must not replace that of a user who has signed in since.
    const other = state.estatus && !state.vencida && state.usuario?.id !== usuario.id
    if (other && path !== '/auth/login') return { ok: true, message }
    localStorage.setItem(LLAVE_TOKEN, token)
    // Signing in counts as use and clears a lock left by an earlier session.
    if (path === '/auth/login') {
      localStorage.setItem(LLAVE_USO, String(Date.now()))
      localStorage.removeItem(LLAVE_BLOQUEO)
      olvidarDeOtros(usuario.id)
    }
    renewedAt = Date.now()
    set({
      ...CERRADA,
      usuario: conPermisos(usuario),
      estatus: true,
      ...segunLaCasa(answer),
    })
    return { ok: true, message }
  } catch (error) {
    return refused(error)
  }
}

/** The result of a failed call: the errors of a 400, each followed by a line break, else the error's own message. */
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

// A step became due while the user was at work: the session is read again, and the guard leads to it.
alFaltarIngreso(() => {
  if (state.estatus && !state.usuario?.debe) void actualizar().catch(() => {})
})

alVencer(() => {
  if (state.estatus && !state.vencida) set({ ...state, vencida: true })
})

/**
 * Keeps the session alive while its user works, and in sync with the other tabs. Called once by the
 * app; answers a function that stops it.
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
  const onStorage = (event: StorageEvent) => {
    const { key, newValue } = event
    oirSalida(event)
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
