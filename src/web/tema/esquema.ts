/** How the person wants the colours: light, dark, or as the system says. */
export type Esquema = 'light' | 'dark' | 'auto'

/** Key under which Mantine stores the choice in localStorage. */
const PLACE = 'mantine-color-scheme-value'

/** Applies the chosen colours before the first render. */
export function applyScheme(): void {
  const kept = localStorage.getItem(PLACE)
  const dark =
    kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
}
