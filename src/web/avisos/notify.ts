type Avisos = typeof import('./avisos.tsx')

let loading: Promise<Avisos> | undefined

/** The drawing of notices arrives with the first of them. */
function avisos(): Promise<Avisos> {
  loading ??= import('./avisos.tsx')
  return loading
}

/** Notification: `Información`, top right, 3000 ms, success or warning. */
export function notify(tipo: 'success' | 'warning', mensaje: string): void {
  void avisos().then(({ showNotification }) => showNotification(tipo, mensaje))
}

/** Toast: a short message, bottom centre, 2000 ms, info. */
export function toast(mensaje: string): void {
  void avisos().then(({ showToast }) => showToast(mensaje))
}

/** Fetches the drawing of notices ahead of the first one. */
export function preloadNotices(): void {
  avisos().catch(() => {
    // Away just now: the first notice asks again.
    loading = undefined
  })
}
