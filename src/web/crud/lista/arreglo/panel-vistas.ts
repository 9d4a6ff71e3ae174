/** What a screen has in its address besides what its list shows. */
export const AJENAS: readonly string[] = ['cursor', 'pagina', 'vista', 'ver', 'entre', 'compara']

/** How one person looks at a list: hidden columns, their order, widths in pixels. What is missing is as delivered. */
export interface Preferencia {
  ocultas?: readonly string[]
  orden?: readonly string[]
  anchos?: Readonly<Record<string, number>>
}

/** A list as somebody keeps it: its address without the page, and its columns. */
export interface Guardada {
  filtros: Readonly<Record<string, string>>
  columnas: Preferencia
}

/** What the panel of the kept views gets of its list. */
export interface PanelVistasProps {
  lista: string
  /** The list as it is now, and how to change it. */
  busqueda: Readonly<Record<string, string | undefined>>
  cambiar: (values: Record<string, string | undefined>, how?: 'push' | 'replace') => void
  pref: Preferencia
  poner: (next: Preferencia) => void
  cerrar: () => void
}
