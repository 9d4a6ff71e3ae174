import type { Screen } from '../../web/screens.ts'

export const screens: Screen[] = [
  {
    nombre: 'ordenes',
    path: '/ordenes',
    titulo: 'Órdenes',
    acceso: 'ordenes:ver',
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'detalle-orden',
    path: '/ordenes/detalle/$id',
    titulo: 'Orden',
    acceso: 'ordenes:ver',
    component: () => import('./detalle.tsx'),
  },
]
