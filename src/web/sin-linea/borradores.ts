/** sessionStorage keys of what was typed and not saved begin with this. */
const BORRADORES = 'borrador:'

/** Written by Salir, for the other tabs: they forget what they keep too. */
const LLAVE_SALIO = 'salio'

/** Where what this person types is kept. */
export const deQuien = (usuario: number | undefined): string => `${BORRADORES}${usuario} `

function olvidar(salvo?: string): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(BORRADORES) && !(salvo && key.startsWith(salvo)))
      sessionStorage.removeItem(key)
}

/** Forgets in this tab what anybody but this person typed: he took the place of one whose session had ended. */
export function olvidarDeOtros(usuario: number): void {
  olvidar(deQuien(usuario))
}

/** Forgets what was typed and not saved, in every tab of this browser. */
export function olvidarBorradores(): void {
  olvidar()
  localStorage.setItem(LLAVE_SALIO, String(Date.now()))
  localStorage.removeItem(LLAVE_SALIO)
}

/** What another tab wrote: whether its user left. */
export function oirSalida({ key, newValue }: StorageEvent): void {
  if (key === LLAVE_SALIO && newValue !== null) olvidar()
}
