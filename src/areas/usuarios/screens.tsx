import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

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
    component: () => import('./ficha/nuevo.tsx'),
  },
  {
    nombre: 'detalle-usuario',
    path: '/usuarios/detalle/$id',
    titulo: 'Usuario',
    acceso: 'usuarios:ver',
    component: () => import('./ficha/detalle.tsx'),
  },
  {
    nombre: 'roles',
    path: '/usuarios/roles',
    titulo: 'Roles',
    acceso: 'roles:ver',
    component: () => import('./roles/roles.tsx'),
  },
  {
    nombre: 'perfil',
    path: '/perfil',
    titulo: 'Mi perfil',
    acceso: 'sesion',
    component: () => import('./perfil/perfil.tsx'),
  },
  {
    nombre: 'primer-uso',
    path: '/primer-uso',
    titulo: 'Primer uso',
    acceso: 'publico',
    completa: true,
    component: () => import('./primero/pagina.tsx'),
  },
  {
    nombre: 'completar-ingreso',
    path: '/completar-ingreso',
    titulo: 'Completar el ingreso',
    acceso: 'ingreso',
    component: () => import('./perfil/completar.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  auditoria: {
    usuarios: { titulo: 'Usuarios', detalle: 'detalle-usuario' },
    roles: { titulo: 'Roles y permisos', pagina: { a: 'roles', clave: 'rol' } },
    sesiones: { titulo: 'Sesiones' },
    auth: { titulo: 'Sesiones' },
  },
}
