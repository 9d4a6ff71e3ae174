import { notify, toast } from './avisos/notify.ts'

/*
 * Browsers keep `crypto.randomUUID`, `navigator.clipboard` and more for pages that came over https or from the same
 * machine. A shop opens the program over http, at the address of its server: everything that such a page lacks is
 * here, with what takes its place, and the linter refuses it elsewhere.
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

/** Puts a text on the clipboard and says so, in the words of `dicho`. */
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

/** As if somebody selected the text and pressed Ctrl+C; what was selected and focused before stays so. */
function porSeleccion(texto: string): boolean {
  const focused = document.activeElement
  const field = focused instanceof HTMLInputElement ? focused : null
  const [start, end] = [field?.selectionStart ?? null, field?.selectionEnd ?? null]
  const place = document.createElement('pre')
  place.className = 'solo-lectores'
  place.textContent = texto
  // Inside a dialog, which is all that can be selected while it is open.
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

/** Keeps the screen from going to sleep until it is released; null where the browser cannot, and it may sleep. */
export async function mantenerDespierta(): Promise<WakeLockSentinel | null> {
  try {
    return (await navigator.wakeLock?.request('screen')) ?? null
  } catch {
    // Low battery, for one.
    return null
  }
}
