import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'transferencias',
    path: '/transferencias',
    titulo: 'Transferencias',
    acceso: 'transferencias:ver',
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'nueva-transferencia',
    path: '/transferencias/nueva',
    titulo: 'Nueva transferencia',
    acceso: 'transferencias:crear',
    component: () => import('./nueva/nueva.tsx'),
  },
  {
    nombre: 'detalle-transferencia',
    path: '/transferencias/detalle/$id',
    titulo: 'Transferencia',
    acceso: 'transferencias:ver',
    component: () => import('./detalle/detalle.tsx'),
  },
] as const satisfies readonly Screen[]
