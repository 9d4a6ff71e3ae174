import { notify, toast } from './notify.ts'

/** Puts a text on the clipboard and says so. */
export async function copiar(texto: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(texto)
    toast('Copiado.')
  } catch {
    notify('warning', 'El navegador no permite copiar.')
  }
}
