import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'verificar',
    path: '/verificar',
    titulo: 'Verificar un documento',
    acceso: 'publico',
    completa: true,
    component: () => import('./verificar.tsx'),
  },
  {
    nombre: 'seguimiento',
    path: '/seguimiento',
    titulo: 'Seguimiento de su envío',
    acceso: 'publico',
    completa: true,
    component: () => import('./seguimiento.tsx'),
  },
  {
    nombre: 'enlace-seguimiento',
    path: '/seguimiento/$codigo',
    titulo: 'Enlace de seguimiento',
    acceso: 'publico',
    completa: true,
    component: () => import('./enlace-seguimiento.tsx'),
  },
] as const satisfies readonly Screen[]
