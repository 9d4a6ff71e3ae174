import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'posiciones',
    path: '/posiciones',
    titulo: 'Posiciones',
    acceso: 'posiciones:ver',
    component: () => import('./lista.tsx'),
  },
] as const satisfies readonly Screen[]
