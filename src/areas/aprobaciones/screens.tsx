import type { Screen } from '../../web/screens.ts'

export const screens: Screen[] = [
  {
    nombre: 'aprobaciones',
    path: '/aprobaciones',
    titulo: 'Aprobaciones',
    acceso: 'sesion',
    component: () => import('./aprobaciones.tsx'),
  },
]
