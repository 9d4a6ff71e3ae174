import { type ComponentType, lazy, Suspense } from 'react'
import { type Permiso, puede } from '../../core/permisos.ts'
import { Cargando } from '../crud/pagina/cargando.tsx'
import type { Pestana } from '../crud/pagina/detalle.tsx'
import { useSesion } from '../sesion/sesion.ts'

/** A tab that one area hangs on another's page of a row: the areas do not know each other, main joins them. */
export interface PestanaAjena {
  /** Name of the screen it hangs on: `detalle-cliente`. */
  en: string
  clave: string
  titulo: string
  acceso: Permiso
  /** Of which rows it is a part; of all when left out. */
  si?: (fila: unknown) => boolean
  /** Draws the tab of the row with that id. */
  component: () => Promise<{ default: ComponentType<{ id: number }> }>
}

type Colgada = Omit<PestanaAjena, 'component'> & { Tab: ComponentType<{ id: number }> }

let colgadas: readonly Colgada[] = []

/** Registers the tabs that hang on others' pages. */
export function registerPestanas(pestanas: readonly PestanaAjena[]): void {
  colgadas = pestanas.map(({ component, ...rest }) => ({ ...rest, Tab: lazy(component) }))
}

/** The tabs that hang on a screen of this row, of those that the user may open. */
export function usePestanas(pantalla: string, id: number, fila?: unknown): Pestana[] {
  const { usuario } = useSesion()
  return colgadas
    .filter(({ en, acceso }) => en === pantalla && puede(usuario?.permisos, acceso))
    .filter(({ si }) => !si || si(fila))
    .map(({ clave, titulo, Tab }) => ({
      clave,
      titulo,
      contenido: () => (
        <Suspense fallback={<Cargando />}>
          <Tab id={id} />
        </Suspense>
      ),
    }))
}
