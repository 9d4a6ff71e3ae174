/**
 * Writes into a field as typing would, so that React hears of it: in place of the characters from `desde` to `hasta`,
 * and of what is selected where they are not said. A field that nobody may type in, or that would not change, is left.
 */
export function escribir(
  field: HTMLInputElement | HTMLTextAreaElement,
  texto: string,
  desde = field.selectionStart ?? field.value.length,
  hasta = field.selectionEnd ?? field.value.length,
): void {
  const { value } = field
  const written = value.slice(0, desde) + texto + value.slice(hasta)
  if (field.readOnly || written === value) return
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, written)
  // A field of a date or of a number has no caret to place.
  if (field.selectionStart !== null) {
    const after = desde + texto.length
    field.setSelectionRange(after, after)
  }
  field.dispatchEvent(
    new InputEvent('input', { bubbles: true, inputType: 'insertText', data: texto }),
  )
}
