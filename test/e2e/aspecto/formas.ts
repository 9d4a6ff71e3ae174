/* The sizes and themes in which pages are looked at. */

export interface Forma {
  width: number
  height: number
}

export type Tema = 'light' | 'dark'

export const TELEFONO: Forma = { width: 360, height: 740 }
export const ESCRITORIO: Forma = { width: 1366, height: 768 }

/** Pages that are for whoever has not signed in. */
export const SIN_SESION = new Set<string>([
  '/',
  '/primer-uso',
  '/seguimiento',
  '/verificar',
  '/telefono',
])
