import { type ComponentType, createElement } from 'react'
import type { Catalogo } from '../../core/catalog.ts'
import type { Screen } from '../screens.ts'
import type { Seccion } from './formulario.tsx'
import type { Columna } from './tabla.tsx'

export type Fila = Record<string, unknown> & { id: number; estatus: boolean; version: number }

export interface CatalogScreensOptions {
  /** Route names: the seed's. */
  nombres: { lista: string; nuevo: string; detalle: string }
  /** Last words of the paths, when they are not `nuevo` and `detalle`: `{ nuevo: 'nueva' }`. */
  paths?: { nuevo?: string; detalle?: string }
  /** Groups of fields in the form. */
  secciones?: readonly Seccion[]
  /** Own drawing of some cells of the list, by field. */
  celdas?: Record<string, (fila: Fila) => React.ReactNode>
  /** Columns besides the catalogue's own. */
  columnas?: readonly Columna<Fila>[]
  /** What the row is called in titles: its `nombre` when left out. */
  nombreFila?: (fila: Fila) => string
}

export interface CatalogoProps extends CatalogScreensOptions {
  catalogo: Catalogo
}

type Erased = {
  area: string
  palabras: Catalogo['palabras']
  permisos: Catalogo['permisos']
}

type Paginas = typeof import('./catalogo-paginas.tsx')

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `Nueva moneda`, `Nuevo tipo de pago`. */
export function nuevoTitulo({ singular, genero }: Catalogo['palabras']): string {
  return `${genero === 'f' ? 'Nueva' : 'Nuevo'} ${singular}`
}

export function pluralTitulo({ plural }: Catalogo['palabras']): string {
  return capital(plural)
}

export function singularTitulo({ singular }: Catalogo['palabras']): string {
  return capital(singular)
}

/**
 * List, creation and detail of a plain catalogue, in one call:
 *
 *     export const screens = catalogScreens(monedas, {
 *       nombres: { lista: 'monedas', nuevo: 'nueva-moneda', detalle: 'detalle-moneda' },
 *       paths: { nuevo: 'nueva' },
 *     })
 */
export function catalogScreens(catalogo: Erased, options: CatalogScreensOptions): Screen[] {
  const { area, palabras, permisos } = catalogo
  const { nombres, paths } = options
  // The catalogue's exact fields do not matter here; its own file checked them.
  const props: CatalogoProps = { ...options, catalogo: catalogo as unknown as Catalogo }
  const draw = (pick: (paginas: Paginas) => ComponentType<CatalogoProps>) => async () => {
    const Page = pick(await import('./catalogo-paginas.tsx'))
    return { default: () => createElement(Page, props) }
  }
  return [
    {
      nombre: nombres.lista,
      path: `/${area}`,
      titulo: pluralTitulo(palabras),
      acceso: permisos.ver,
      component: async () => {
        const { PaginaLista } = await import('./catalogo-lista.tsx')
        return { default: () => createElement(PaginaLista, props) }
      },
    },
    {
      nombre: nombres.nuevo,
      path: `/${area}/${paths?.nuevo ?? 'nuevo'}`,
      titulo: nuevoTitulo(palabras),
      acceso: permisos.editar,
      component: draw((paginas) => paginas.PaginaNuevo),
    },
    {
      nombre: nombres.detalle,
      path: `/${area}/${paths?.detalle ?? 'detalle'}/$id`,
      titulo: singularTitulo(palabras),
      acceso: permisos.ver,
      component: draw((paginas) => paginas.PaginaDetalle),
    },
  ]
}
