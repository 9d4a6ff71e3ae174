import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'dashboard',
    path: '/dashboard',
    titulo: 'Inicio',
    acceso: 'dashboard:ver',
    primeras: ['/dashboard'],
    component: () => import('./inicio/inicio.tsx'),
  },
] as const satisfies readonly Screen[]
