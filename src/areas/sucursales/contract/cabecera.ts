import type { Cabecera } from '../../../core/catalog.ts'

export const cabecera: Cabecera = {
  area: 'sucursales',
  palabras: { singular: 'sucursal', plural: 'sucursales', genero: 'f' },
  permisos: { ver: 'sucursales:ver', editar: 'sucursales:editar' },
}
