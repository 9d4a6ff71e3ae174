import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'importar',
    path: '/importar',
    titulo: 'Importar',
    acceso: 'importar:ver',
    component: () => import('./pantalla/importar.tsx'),
  },
] as const satisfies readonly Screen[]
