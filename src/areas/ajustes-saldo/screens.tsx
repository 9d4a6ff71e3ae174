import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'ajustar-saldo',
    path: '/cuentas/ajustar-saldo',
    titulo: 'Ajustar saldo',
    acceso: 'cuentas:ajustar',
    component: () => import('./nuevo/ajustar-saldo.tsx'),
  },
  {
    nombre: 'ajustes-saldo',
    path: '/cuentas/ajustes',
    titulo: 'Ajustes de saldo',
    acceso: 'cuentas:ver',
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'detalle-ajuste-saldo',
    path: '/cuentas/ajustes/detalle/$id',
    titulo: 'Ajuste de saldo',
    acceso: 'cuentas:ver',
    component: () => import('./detalle/detalle.tsx'),
  },
] as const satisfies readonly Screen[]
