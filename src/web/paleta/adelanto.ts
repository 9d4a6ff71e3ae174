import { escribir } from '../lector/escribir.ts'

/** How long a page is waited for, in milliseconds; then keys are the browser's again. */
const ESPERA_MS = 10_000

/** What takes text. */
const CAMPO = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=button])'

interface Adelanto {
  texto: string
  /** A key that is no text was pressed: what follows it was meant for another field. */
  cerrado: boolean
  /** A dialog is on its way, whose field takes what was typed and then Enter, where that was the key. */
  dialogo: boolean
  enter: boolean
  /** Fields of the page that is being left: a dialog that closes may give one of them the focus back. */
  anteriores: ReadonlySet<Element>
  hasta: number
}

let adelanto: Adelanto | null = null
let oye = false

function tecla(event: KeyboardEvent): void {
  if (!adelanto) return
  const { key, ctrlKey, altKey, metaKey, isComposing } = event
  if (key === 'Escape' || performance.now() > adelanto.hasta) {
    adelanto = null
    return
  }
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(key) || /^F\d+$/.test(key)) {
    if (key.startsWith('F')) adelanto.cerrado = true
    return
  }
  if (ctrlKey || altKey || metaKey || isComposing) return
  const escribe = key.length === 1 || key === 'Backspace'
  // Nothing waits, or a second such key: the page has no field, and its keys are its own.
  if (!escribe && (adelanto.cerrado || adelanto.texto === '')) {
    adelanto = null
    return
  }
  event.preventDefault()
  event.stopImmediatePropagation()
  if (adelanto.cerrado) return
  adelanto.enter = key === 'Enter'
  if (key === 'Backspace') adelanto.texto = adelanto.texto.slice(0, -1)
  else if (escribe) adelanto.texto += key
  else adelanto.cerrado = true
}

function foco({ target }: FocusEvent): void {
  if (!adelanto || !(target instanceof HTMLElement)) return
  // Asked whether to leave: what was typed answers nothing of that.
  const within = target.closest('[role=dialog]') !== null
  if (within && !adelanto.dialogo) {
    adelanto = null
    return
  }
  if (adelanto.dialogo && !within) return
  if (!target.matches(CAMPO) || adelanto.anteriores.has(target)) return
  // Once the field has done what it does with the focus, and before any further key.
  queueMicrotask(() => {
    const kept = adelanto
    adelanto = null
    if (!kept?.texto || document.activeElement !== target) return
    escribir(target as HTMLInputElement, kept.texto)
    if (!kept.dialogo || !kept.enter) return
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    // After the list has heard of what was written.
    setTimeout(() => target.dispatchEvent(enter))
  })
}

/**
 * Keeps what is typed while a form is on its way, and writes it into the first field that takes the focus there: whoever
 * presses F2 and types an amount at once loses no digit of it. The page that is being left gets none of it.
 * A key that is no text (Enter, Tab, F8) ends what is kept, since what follows was meant for another field; Escape, a
 * press of the pointer, a dialog or ten seconds end the wait. With `dialogo` the form is a dialog, which has one field:
 * an Enter that ends what is kept is pressed there.
 */
export function adelantar({ dialogo = false } = {}): void {
  const anteriores = new Set(document.querySelectorAll(CAMPO))
  const hasta = performance.now() + ESPERA_MS
  adelanto = { texto: '', cerrado: false, dialogo, enter: false, anteriores, hasta }
  if (oye) return
  oye = true
  addEventListener('keydown', tecla, { capture: true })
  addEventListener('focusin', foco, { capture: true })
  addEventListener(
    'pointerdown',
    () => {
      adelanto = null
    },
    { capture: true },
  )
}

/** Ends the wait: nothing is on its way any more. */
export function dejarDeAdelantar(): void {
  adelanto = null
}
