import type { Screen } from '../../web/marco/screens.ts'
import { Login } from './login.tsx'

export const screens = [
  {
    nombre: 'login',
    path: '/',
    titulo: 'Ingresar',
    acceso: 'publico',
    // In the main bundle: signing out loads nothing, so it also works without a network.
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
