/** How the person wants the colours: light, dark, or as the system says. */
export type Esquema = 'light' | 'dark' | 'auto'

/** Key under which Mantine stores the choice in localStorage. */
const PLACE = 'mantine-color-scheme-value'

/** The bar's own colour, which an installed program's window takes on. */
const VENTANA = { light: '#ffffff', dark: '#192125' }

/** Applies the chosen colours before the first render. */
export function applyScheme(): void {
  const kept = localStorage.getItem(PLACE)
  const dark =
    kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  colorearVentana(kept === 'dark' || kept === 'light' ? kept : 'auto')
}

/** Gives the window the colour of what was chosen; the page has one for each of the system's. */
export function colorearVentana(esquema: Esquema): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const system = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = VENTANA[esquema === 'auto' ? system : esquema]
  }
}
