import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'compras-ventas',
    path: '/compras-ventas',
    titulo: 'Compra - Venta',
    acceso: 'compras-ventas:ver',
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'nueva-compra-venta',
    path: '/compras-ventas/nueva',
    titulo: 'Nueva compra - venta',
    acceso: 'compras-ventas:crear',
    component: () => import('./mostrador/nueva.tsx'),
  },
  {
    nombre: 'detalle-compra-venta',
    path: '/compras-ventas/detalle/$id',
    titulo: 'Compra - Venta',
    acceso: 'compras-ventas:ver',
    component: () => import('./detalle/detalle.tsx'),
  },
] as const satisfies readonly Screen[]
