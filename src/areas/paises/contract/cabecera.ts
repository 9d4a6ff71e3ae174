import type { Cabecera } from '../../../core/catalog.ts'

/** What the menu needs of the catalogue; the rest comes with its first screen. */
export const cabecera: Cabecera = {
  area: 'paises',
  palabras: { singular: 'país', plural: 'países', genero: 'm' },
  permisos: { ver: 'paises:ver', editar: 'paises:editar' },
}
