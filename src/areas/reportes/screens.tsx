import type { Screen } from '../../web/screens.ts'

export const screens: Screen[] = [
  {
    nombre: 'reportes',
    path: '/reportes',
    titulo: 'Reportes',
    acceso: 'reportes:ver',
    component: () => import('./indice.tsx'),
  },
  {
    nombre: 'reporte-ganancia',
    path: '/reportes/ganancia',
    titulo: 'Ganancia',
    acceso: 'ganancia:ver',
    component: () => import('./ganancia.tsx'),
  },
  {
    nombre: 'movimientos-ganancia',
    path: '/reportes/ganancia/movimientos',
    titulo: 'Movimientos de la ganancia',
    acceso: 'ganancia:ver',
    component: () => import('./ganancia-movimientos.tsx'),
  },
]
