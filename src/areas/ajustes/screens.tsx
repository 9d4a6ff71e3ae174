import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'ajustes',
    path: '/ajustes',
    titulo: 'Ajustes',
    acceso: 'ajustes:ver',
    component: () => import('./ajustes.tsx'),
  },
] as const satisfies readonly Screen[]
