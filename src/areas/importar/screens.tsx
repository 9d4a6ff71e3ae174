import type { Screen } from '../../web/screens.ts'

export const screens = [
  {
    nombre: 'importar',
    path: '/importar',
    titulo: 'Importar',
    acceso: 'importar:ver',
    component: () => import('./importar.tsx'),
  },
] as const satisfies readonly Screen[]
