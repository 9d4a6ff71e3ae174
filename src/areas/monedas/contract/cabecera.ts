import type { Cabecera } from '../../../core/catalog.ts'

export const cabecera: Cabecera = {
  area: 'monedas',
  palabras: { singular: 'moneda', plural: 'monedas', genero: 'f' },
  permisos: { ver: 'monedas:ver', editar: 'monedas:editar' },
}
