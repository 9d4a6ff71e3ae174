import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'gastos',
    path: '/gastos',
    titulo: 'Gastos',
    acceso: 'gastos:ver',
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'nuevo-gasto',
    path: '/gastos/nuevo',
    titulo: 'Nuevo gasto',
    acceso: 'gastos:crear',
    component: () => import('./nuevo.tsx'),
  },
  {
    nombre: 'gastos-recurrentes',
    path: '/gastos/recurrentes',
    titulo: 'Gastos recurrentes',
    acceso: 'gastos:ver',
    component: () => import('./detalle/recurrentes.tsx'),
  },
  {
    nombre: 'detalle-gasto',
    path: '/gastos/detalle/$id',
    titulo: 'Gasto',
    acceso: 'gastos:ver',
    component: () => import('./detalle/detalle.tsx'),
  },
] as const satisfies readonly Screen[]
