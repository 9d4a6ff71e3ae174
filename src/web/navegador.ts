import { notify, toast } from './avisos/notify.ts'

/*
 * Browsers offer `crypto.randomUUID`, `navigator.clipboard` and other APIs only to pages loaded over https or from the
 * same machine. A shop opens the program over http, at its server's address. This file has the replacements for those
 * APIs; the linter refuses the originals elsewhere.
 */

/** A random UUID (version 4), on any page. */
export function nuevoUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, i) => {
    const marked = i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Copies a text to the clipboard and confirms it with the toast `dicho`. */
export async function copiar(texto: string, dicho = 'Copiado.'): Promise<void> {
  if ((await porPortapapeles(texto)) || porSeleccion(texto)) toast(dicho)
  else notify('warning', 'El navegador no permite copiar. Selecciónelo y cópielo a mano.')
}

async function porPortapapeles(texto: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(texto)
    return true
  } catch {
    return false
  }
}

/** Copies by selecting the text and running the copy command; restores the selection and focus afterwards. */
function porSeleccion(texto: string): boolean {
  const focused = document.activeElement
  const field = focused instanceof HTMLInputElement ? focused : null
  const [start, end] = [field?.selectionStart ?? null, field?.selectionEnd ?? null]
  const place = document.createElement('pre')
  place.className = 'solo-lectores'
  place.textContent = texto
  // While a dialog is open only elements inside it can be selected.
  const parent = focused?.closest('[role=dialog]') ?? document.body
  parent.append(place)
  getSelection()?.selectAllChildren(place)
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', texto)
    event.preventDefault()
  }
  document.addEventListener('copy', write)
  const done = document.execCommand('copy')
  document.removeEventListener('copy', write)
  place.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  if (start !== null) field?.setSelectionRange(start, end)
  return done
}

/** Keeps the screen awake until released; null when the browser does not support or allow it. */
export async function mantenerDespierta(): Promise<WakeLockSentinel | null> {
  try {
    return (await navigator.wakeLock?.request('screen')) ?? null
  } catch {
    // Refused, for example because the battery is low.
    return null
  }
}
