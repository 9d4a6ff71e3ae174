import type { Cabecera } from '../../../core/catalog.ts'

export const cabecera: Cabecera = {
  area: 'servicio-reglas',
  palabras: { singular: 'regla de servicio', plural: 'reglas de servicio', genero: 'f' },
  permisos: { ver: 'tipos-pagos:ver', editar: 'tipos-pagos:editar' },
}
