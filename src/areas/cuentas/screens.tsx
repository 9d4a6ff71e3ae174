import type { Aportes } from '../../web/marco/aportes.ts'
import type { PestanaAjena } from '../../web/marco/pestanas.tsx'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'cuentas',
    path: '/cuentas',
    titulo: 'Cuentas',
    acceso: 'cuentas:ver',
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'nueva-cuenta',
    path: '/cuentas/nueva',
    titulo: 'Nueva cuenta',
    acceso: 'cuentas:editar',
    component: () => import('./detalle/nueva.tsx'),
  },
  {
    nombre: 'movimientos-cuenta',
    path: '/cuentas/movimientos',
    titulo: 'Movimientos',
    acceso: 'cuentas:ver',
    component: () => import('./detalle/movimientos.tsx'),
  },
  {
    nombre: 'detalle-cuenta',
    path: '/cuentas/detalle/$id',
    titulo: 'Cuenta',
    acceso: 'cuentas:ver',
    component: () => import('./detalle/detalle.tsx'),
  },
] as const satisfies readonly Screen[]

/** The accounts that the house has at a bank or wallet are a tab of its page. */
export const pestanas: PestanaAjena[] = [
  {
    en: 'detalle-etidad-financiera',
    clave: 'cuentas',
    titulo: 'Cuentas nuestras',
    acceso: 'cuentas:ver',
    component: () => import('./ui/de-entidad.tsx'),
  },
]

/** What this area contributes to the screens of other areas. */
export const aportes: Aportes = {
  busca: {
    cuentas: {
      titulo: 'Cuentas',
      lista: '/cuentas',
      como: 'entera',
      detalle: 'detalle-cuenta',
      texto: 'nombre',
      notas: ['entidad', 'numero'],
    },
  },
  auditoria: {
    cuentas: { titulo: 'Cuentas', detalle: 'detalle-cuenta' },
    movimientos: { titulo: 'Movimientos' },
  },
  documentos: {
    cuentas: { texto: 'Saldo inicial', ruta: 'detalle-cuenta' },
  },
}
