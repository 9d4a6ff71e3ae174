import type { Screen } from '../../web/marco/screens.ts'
import { Login } from './login.tsx'

export const screens = [
  {
    nombre: 'login',
    path: '/',
    titulo: 'Ingresar',
    acceso: 'publico',
    // With the rest: signing out fetches nothing, and whoever lost the network gets here all the same.
    component: async () => ({ default: Login }),
  },
  {
    nombre: 'unauthorized',
    path: '/unauthorized',
    titulo: 'Sin permiso',
    acceso: 'sesion',
    component: () => import('./unauthorized.tsx'),
  },
] as const satisfies readonly Screen[]
