/** How long keys are kept for a program that does not come, in milliseconds. */
const ESPERA_MS = 10_000

let teclas: KeyboardEvent[] = []
let oyendo: AbortController | null = null

/**
 * Keeps the function keys that are pressed from the sending of a sign-in on, while it and the program are on their way,
 * and what is typed after the first of them. Where the sign-in is refused its field is selected, which ends it.
 */
export function guardarTeclas(): void {
  if (oyendo && !oyendo.signal.aborted) return
  teclas = []
  oyendo = new AbortController()
  const { signal } = oyendo
  addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, altKey, metaKey } = event
      // F1, F3, F5, F11 and F12 are the browser's.
      const hace = /^F(?:2|4|6)$/.test(key)
      if (
        ctrlKey ||
        altKey ||
        metaKey ||
        (!hace && teclas.length === 0) ||
        /^F\d/.test(key) !== hace
      )
        return
      event.preventDefault()
      event.stopImmediatePropagation()
      teclas.push(event)
    },
    { capture: true, signal },
  )
  for (const back of ['focusin', 'select'])
    addEventListener(
      back,
      ({ target }) => {
        if (target instanceof HTMLInputElement) oyendo?.abort()
      },
      { signal },
    )
  setTimeout(() => oyendo?.signal === signal && oyendo.abort(), ESPERA_MS)
}

/** Presses anew, in their order, the keys that came before the program could hear them. */
export function soltarTeclas(): void {
  if (!oyendo || oyendo.signal.aborted) return
  oyendo.abort()
  const kept = teclas
  teclas = []
  for (const { key, code, shiftKey } of kept)
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }),
    )
}
