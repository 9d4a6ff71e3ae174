import { toast } from './avisos/notify.ts'

/**
 * Hands a picture to another program of this machine: by the browser's own sheet, with `texto`, or else to the clipboard.
 * False where the browser offers neither, or not to this page.
 */
export async function compartirImagen(imagen: File, texto: string): Promise<boolean> {
  const given = { files: [imagen], text: texto }
  // On a desk the sheet knows few programs: there the clipboard reaches the chat that is open.
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.(given)) {
    try {
      await navigator.share(given)
      return true
    } catch (cause) {
      // Closed by the person, which is an answer as well.
      return cause instanceof DOMException && cause.name === 'AbortError'
    }
  }
  try {
    await navigator.clipboard.write([new ClipboardItem({ [imagen.type]: imagen })])
    toast('Imagen copiada: péguela en el chat.')
    return true
  } catch {
    return false
  }
}
