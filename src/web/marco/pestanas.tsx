import { type ComponentType, Suspense } from 'react'
import { type Permiso, puede } from '../../core/permisos.ts'
import { Cargando } from '../crud/pagina/cargando.tsx'
import type { Pestana } from '../crud/pagina/detalle.tsx'
import { useSesion } from '../sesion/sesion.ts'
import { parte } from '../sin-linea/parte.tsx'

/** A tab that one area adds to another area's detail page; the areas do not know each other, main joins them. */
export interface PestanaAjena {
  /** Name of the screen that shows it: `detalle-cliente`. */
  en: string
  clave: string
  titulo: string
  acceso: Permiso
  /** Whether a row shows the tab; all rows do when omitted. */
  si?: (fila: unknown) => boolean
  /** Draws the tab of the row with that id. */
  component: () => Promise<{ default: ComponentType<{ id: number }> }>
  /** Draws the first lines of it, for the row's summary; a tab without it says nothing there. */
  resumen?: () => Promise<{ default: ComponentType<{ id: number }> }>
}

type Dibujo = ComponentType<{ id: number }>
type Colgada = Omit<PestanaAjena, 'component' | 'resumen'> & { Tab: Dibujo; Corto: Dibujo | null }

let colgadas: readonly Colgada[] = []

/** Registers the tabs that areas add to pages of others. */
export function registerPestanas(pestanas: readonly PestanaAjena[]): void {
  colgadas = pestanas.map(({ component, resumen, ...rest }) => ({
    ...rest,
    Tab: parte(component),
    Corto: resumen ? parte(resumen) : null,
  }))
}

/** The added tabs of a screen for this row that the user may open. */
export function usePestanas(pantalla: string, id: number, fila?: unknown): Pestana[] {
  return useColgadas(pantalla, fila).map(({ clave, titulo, Tab }) => ({
    clave,
    titulo,
    contenido: () => (
      <Suspense fallback={<Cargando />}>
        <Tab id={id} />
      </Suspense>
    ),
  }))
}

/** What the added tabs of a screen say in the summary of this row, where the user may open them. */
export function useResumenes(pantalla: string, id: number, fila?: unknown) {
  return useColgadas(pantalla, fila).flatMap(({ clave, titulo, Corto }) =>
    Corto ? [{ clave, titulo, contenido: <Corto id={id} /> }] : [],
  )
}

function useColgadas(pantalla: string, fila: unknown): Colgada[] {
  const { usuario } = useSesion()
  return colgadas
    .filter(({ en, acceso }) => en === pantalla && puede(usuario?.permisos, acceso))
    .filter(({ si }) => !si || si(fila))
}
