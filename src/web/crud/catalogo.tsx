import { type ComponentType, createElement } from 'react'
import type { Catalogo } from '../../core/catalog.ts'
import type { Screen } from '../screens.ts'
import {
  type CatalogoProps,
  type CatalogScreensOptions,
  nuevoTitulo,
  pluralTitulo,
  singularTitulo,
} from './catalogo-comun.ts'

type Erased = {
  area: string
  palabras: Catalogo['palabras']
  permisos: Catalogo['permisos']
}

type Paginas = typeof import('./catalogo-paginas.tsx')

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
