/** How the person wants the colours: light, dark, or as the system says. */
export type Esquema = 'light' | 'dark' | 'auto'

/** Where Mantine keeps the choice. */
const PLACE = 'mantine-color-scheme-value'

/** Puts the chosen colours on the page before anything is drawn. */
export function applyScheme(): void {
  const kept = localStorage.getItem(PLACE)
  const dark =
    kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
}
