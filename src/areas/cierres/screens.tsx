import type { PestanaAjena } from '../../web/pestanas.tsx'
import type { Screen } from '../../web/screens.ts'

export const screens = [
  {
    nombre: 'cierres',
    path: '/cierres',
    titulo: 'Caja y cierres',
    acceso: 'cierres:ver',
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'cierres-cajas',
    path: '/cierres/cajas',
    titulo: 'Cajas',
    acceso: 'cierres:ver',
    component: () => import('./cajas.tsx'),
  },
  {
    nombre: 'cierres-diferencias',
    path: '/cierres/diferencias',
    titulo: 'Faltantes y sobrantes',
    acceso: 'cierres:ver',
    component: () => import('./diferencias.tsx'),
  },
  {
    nombre: 'cierres-arqueos',
    path: '/cierres/arqueos',
    titulo: 'Arqueos',
    acceso: 'cierres:ver',
    component: () => import('./arqueos.tsx'),
  },
  {
    nombre: 'nuevo-arqueo',
    path: '/cierres/arqueos/nuevo',
    titulo: 'Nuevo arqueo',
    acceso: 'cierres:arqueo',
    component: () => import('./arqueo-nuevo.tsx'),
  },
  {
    nombre: 'mi-caja',
    path: '/cierres/mi-caja',
    titulo: 'Mi caja',
    acceso: 'cierres:turno',
    component: () => import('./mi-caja.tsx'),
  },
  {
    nombre: 'detalle-turno',
    path: '/cierres/cajas/$id',
    titulo: 'Turno de caja',
    acceso: 'cierres:ver',
    component: () => import('./turno.tsx'),
  },
  {
    nombre: 'cierre-dia',
    path: '/cierres/dia/$fecha',
    titulo: 'Cierre del día',
    acceso: 'cierres:ver',
    component: () => import('./dia.tsx'),
  },
] as const satisfies readonly Screen[]

/** What somebody's till was short or over is a part of his page. */
export const pestanas: PestanaAjena[] = [
  {
    en: 'detalle-usuario',
    clave: 'diferencias',
    titulo: 'Faltantes y sobrantes',
    acceso: 'cierres:ver',
    component: () => import('./diferencias-usuario.tsx'),
  },
]
