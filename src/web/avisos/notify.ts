import { tarde } from '../tarde.ts'

type Avisos = typeof import('./avisos.tsx')

let loading: Promise<Avisos> | undefined

/** Loads the component of notices; what failed is tried again. */
function avisos(): Promise<Avisos> {
  loading ??= import('./avisos.tsx').catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Notification: `Información`, top right, 3000 ms, success or warning. */
export function notify(tipo: 'success' | 'warning', mensaje: string): void {
  void avisos().then(({ showNotification }) => showNotification(tipo, mensaje))
}

/**
 * A notification of what can be taken back, with «Deshacer»: 8000 ms, or as long as the pointer or the focus is
 * on it. `deshacer` is called at most once; the sign-out takes it away.
 */
export function notifyUndo(mensaje: string, deshacer: () => void): void {
  void avisos().then(({ showUndo }) => showUndo(mensaje, deshacer))
}

/** Toast: a short message, bottom centre, 2000 ms, info. */
export function toast(mensaje: string): void {
  void avisos().then(({ showToast }) => showToast(mensaje))
}

// The notice that the network is down cannot be fetched without the network.
tarde(avisos)
