import { leerContado } from '../../core/lector/contadora.ts'
import { leerDocumento } from '../../core/lector/documento.ts'
import { conTecla, lineasDe, SIN_RAFAGA } from '../../core/lector/rafaga.ts'
import { diaDe } from '../../core/zona.ts'
import { escribir } from './escribir.ts'
import type { Lecturas } from './use-lector.ts'

/** What a burst means for whoever listens: what was read, its beginning, or nothing of his. */
type Leer<T> = (lines: readonly string[], field: Element | null) => T | 'sigue' | 'mal' | null

const LEER: { [K in keyof Lecturas]: Leer<Lecturas[K]> } = {
  documento: (lines, field) => {
    const read = leerDocumento(lines, diaDe(Date.now()))
    // A number alone may be what a field of text asks for: the reference of a payment.
    return lines.length === 1 && typeof read === 'object' && esDeTexto(field) ? null : read
  },
  contadora: (lines) => leerContado(lines.at(-1) ?? ''),
}

/**
 * Listens to a device that writes as a keyboard. Nothing that is typed is held back: only a line that means something
 * takes its Enter, and gives the field in which it was written what it held before.
 */
export function escuchar<K extends keyof Lecturas>(
  que: K,
  enDialogo: boolean,
  recibir: (read: Lecturas[K] | 'mal') => void,
): () => void {
  let burst = SIN_RAFAGA
  let field: Element | null = null
  let last: Element | null = null
  let held = ''
  function press(event: KeyboardEvent) {
    const { key, repeat, timeStamp, ctrlKey, altKey, metaKey } = event
    if (repeat || ctrlKey || altKey || metaKey || (key.length > 1 && key !== 'Enter')) return
    // Only the end of a line may take a device to another field: who goes there in the middle of one is a person.
    const here = document.activeElement
    if (here !== last && !burst.texto.endsWith('\n')) burst = SIN_RAFAGA
    last = here
    burst = conTecla(burst, key, timeStamp)
    if (burst.texto.length === 1) {
      field = document.activeElement
      held = conTexto(field) ? field.value : ''
    }
    // A name with a space would press the button that has the focus.
    if (key === ' ' && burst.texto.length > 3 && !conTexto(field)) event.preventDefault()
    if (key !== 'Enter' || (document.activeElement?.closest('[role=dialog]') != null) !== enDialogo)
      return
    const read = LEER[que](lineasDe(burst), field)
    if (read === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (read === 'sigue') return
    burst = SIN_RAFAGA
    if (conTexto(field)) escribir(field, held, 0, field.value.length)
    recibir(read)
  }
  addEventListener('keydown', press, { capture: true })
  return () => removeEventListener('keydown', press, { capture: true })
}

const conTexto = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** A field for words, other than the one in which clients are looked for. */
const esDeTexto = (field: Element | null): boolean =>
  conTexto(field) && field.inputMode !== 'decimal' && field.id !== 'campo-cliente'
