import type { Screen } from '../../web/screens.ts'

export const screens = [
  {
    nombre: 'usuarios',
    path: '/usuarios',
    titulo: 'Usuarios',
    acceso: 'usuarios:ver',
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'nuevo-usuario',
    path: '/usuarios/nuevo',
    titulo: 'Nuevo usuario',
    acceso: 'usuarios:editar',
    component: () => import('./nuevo.tsx'),
  },
  {
    nombre: 'detalle-usuario',
    path: '/usuarios/detalle/$id',
    titulo: 'Usuario',
    acceso: 'usuarios:ver',
    component: () => import('./detalle.tsx'),
  },
  {
    nombre: 'roles',
    path: '/usuarios/roles',
    titulo: 'Roles',
    acceso: 'roles:ver',
    component: () => import('./roles.tsx'),
  },
  {
    nombre: 'perfil',
    path: '/perfil',
    titulo: 'Mi perfil',
    acceso: 'sesion',
    component: () => import('./perfil.tsx'),
  },
  {
    nombre: 'completar-ingreso',
    path: '/completar-ingreso',
    titulo: 'Completar el ingreso',
    acceso: 'ingreso',
    component: () => import('./completar.tsx'),
  },
] as const satisfies readonly Screen[]
