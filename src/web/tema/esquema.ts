/** How the person wants the colours: light, dark, or as the system says. */
export type Esquema = 'light' | 'dark' | 'auto'

/** Key under which Mantine stores the choice in localStorage. */
const PLACE = 'mantine-color-scheme-value'

/** The bar's own colour, which an installed program's window takes on. */
const VENTANA = { light: '#ffffff', dark: '#192125' }

/** Colours the window as was chosen; the page's own script has chosen the scheme before anything was drawn. */
export function applyScheme(): void {
  const kept = localStorage.getItem(PLACE)
  colorearVentana(kept === 'dark' || kept === 'light' ? kept : 'auto')
}

/** Gives the window the colour of what was chosen; the page has one for each of the system's. */
export function colorearVentana(esquema: Esquema): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const system = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = VENTANA[esquema === 'auto' ? system : esquema]
  }
}
