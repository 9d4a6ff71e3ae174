import type { Screen } from '../../web/screens.ts'

export const screens: Screen[] = [
  {
    nombre: 'ajustes',
    path: '/ajustes',
    titulo: 'Ajustes',
    acceso: 'ajustes:ver',
    component: () => import('./ajustes.tsx'),
  },
]
