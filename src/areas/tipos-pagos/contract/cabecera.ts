import type { Cabecera } from '../../../core/catalog.ts'

export const cabecera: Cabecera = {
  area: 'tipos-pagos',
  palabras: { singular: 'tipo de pago', plural: 'tipos de pago', genero: 'm' },
  permisos: { ver: 'tipos-pagos:ver', editar: 'tipos-pagos:editar' },
}
