import type { Screen } from '../../web/screens.ts'

export const screens: Screen[] = [
  {
    nombre: 'login',
    path: '/',
    titulo: 'Ingresar',
    acceso: 'publico',
    component: () => import('./login.tsx'),
  },
  {
    nombre: 'unauthorized',
    path: '/unauthorized',
    titulo: 'Sin permiso',
    acceso: 'sesion',
    component: () => import('./unauthorized.tsx'),
  },
]
