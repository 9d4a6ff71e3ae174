import type { Campo } from '../../../core/fields.ts'

/** What a field holds before anything is typed, so that none changes from uncontrolled to controlled. */
export function vacioDe({ control, requerido }: Campo): unknown {
  if (control.tipo === 'booleano') return false
  if (control.tipo === 'etiquetas' || control.tipo === 'lista') return []
  return requerido && control.tipo === 'texto' ? '' : null
}
