const CAMPO = 'input, select, button'

/** The field itself; where it is a place of several, the one that is chosen, else the first that can be used. */
export function enfocar(id: string): void {
  const place = document.getElementById(id)
  const inside =
    place?.querySelector<HTMLElement>('input:checked') ??
    place?.querySelector<HTMLElement>(':is(input, select, button):not(:disabled)')
  ;(place?.matches(CAMPO) ? place : (inside ?? place))?.focus()
}
