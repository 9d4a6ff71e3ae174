import type { Cabecera } from '../../../core/catalog.ts'

export const cabecera: Cabecera = {
  area: 'entidades-financieras',
  palabras: { singular: 'entidad financiera', plural: 'entidades financieras', genero: 'f' },
  permisos: { ver: 'entidades-financieras:ver', editar: 'entidades-financieras:editar' },
}
