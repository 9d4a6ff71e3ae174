import { type ComponentType, createElement } from 'react'
import type { Cabecera, Catalogo } from '../../../core/catalog.ts'
import type { Aportes } from '../../marco/aportes.ts'
import type { RutaCon, Screen } from '../../marco/screens.ts'
import {
  type CatalogoProps,
  type CatalogScreensOptions,
  nuevoTitulo,
  pluralTitulo,
  singularTitulo,
} from './comun.ts'

interface Pantalla<N extends string, P extends string = `/${string}`> extends Screen {
  nombre: N
  path: P
}

type Paginas = typeof import('./paginas.tsx')

/**
 * List, creation and detail of a plain catalogue, in one call:
 *
 *     export const screens = catalogScreens(categorias, async () => categorias, {
 *       nombres: { lista: 'categorias-gastos', nuevo: 'nueva-categoria', detalle: 'detalle-categoria' },
 *       paths: { nuevo: 'nueva' },
 *     })
 *
 * A large catalogue passes only its header, and loads the rest and how it is drawn with its first screen.
 */
export function catalogScreens<L extends string, N extends string, D extends string>(
  { area, palabras, permisos }: Cabecera,
  contract: () => Promise<unknown>,
  options: CatalogScreensOptions<L, N, D>,
): readonly [Pantalla<L>, Pantalla<N>, Pantalla<D, `/${string}/$id`>] {
  const { nombres, paths, dibujo } = options
  const drawn = async (page: Promise<ComponentType<CatalogoProps>>) => {
    const [Page, catalogo, drawing] = await Promise.all([page, contract(), dibujo?.()])
    const props: CatalogoProps = {
      ...drawing?.dibujo,
      // The screens of these names are the three below.
      nombres: nombres as CatalogoProps['nombres'],
      // The catalogue's exact fields do not matter here; its own file checked them.
      catalogo: catalogo as Catalogo,
    }
    return { default: () => createElement(Page, props) }
  }
  const draw = (pick: (paginas: Paginas) => ComponentType<CatalogoProps>) => () =>
    drawn(import('./paginas.tsx').then(pick))
  return [
    {
      nombre: nombres.lista,
      path: `/${area}`,
      titulo: pluralTitulo(palabras),
      acceso: permisos.ver,
      component: () => drawn(import('./lista.tsx').then((page) => page.PaginaLista)),
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

/** What a plain catalogue contributes to the screens of others: its name in the audit, and the screen of a row. */
export const catalogAportes = ({ area, palabras }: Cabecera, detalle: RutaCon<'id'>): Aportes => ({
  auditoria: { [area]: { titulo: pluralTitulo(palabras), detalle } },
})
