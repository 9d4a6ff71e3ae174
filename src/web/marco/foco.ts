const CAMPO = 'input, select, button'

/** Focuses a field; in a group, the chosen option, else the first enabled one. */
export function enfocar(id: string): void {
  const place = document.getElementById(id)
  const inside =
    place?.querySelector<HTMLElement>('input:checked') ??
    place?.querySelector<HTMLElement>(':is(input, select, button):not(:disabled)')
  ;(place?.matches(CAMPO) ? place : (inside ?? place))?.focus()
}
