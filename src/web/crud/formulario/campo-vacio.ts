import type { Campo } from '../../../core/fields.ts'

/** The initial value of a field, so that no input changes from uncontrolled to controlled. */
export function vacioDe({ control, requerido }: Campo): unknown {
  if (control.tipo === 'booleano') return false
  if (control.tipo === 'etiquetas' || control.tipo === 'lista') return []
  return requerido && control.tipo === 'texto' ? '' : null
}
