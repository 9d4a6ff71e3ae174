import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'tipos-cambios',
    path: '/tipos-cambios',
    titulo: 'Tipos de cambio',
    acceso: 'tipos-cambios:ver',
    component: () => import('./lista/lista.tsx'),
  },
  {
    nombre: 'nuevo-tipo-cambio',
    path: '/tipos-cambios/nuevo',
    titulo: 'Nuevo tipo de cambio',
    acceso: 'tipos-cambios:editar',
    component: () => import('./edicion/nuevo.tsx'),
  },
  {
    nombre: 'detalle-tipo-cambio',
    path: '/tipos-cambios/detalle/$id',
    titulo: 'Tipo de cambio',
    acceso: 'tipos-cambios:ver',
    component: () => import('./detalle/detalle.tsx'),
  },
  {
    nombre: 'deshacer-tasa',
    path: '/tipos-cambios/deshacer/$id',
    titulo: 'Deshacer tasa',
    acceso: 'tipos-cambios:publicar',
    component: () => import('./deshacer/tasa.tsx'),
  },
  {
    nombre: 'deshacer-par',
    path: '/pares-divisas/deshacer/$id',
    titulo: 'Deshacer precios',
    acceso: 'tipos-cambios:publicar',
    component: () => import('./deshacer/par.tsx'),
  },
  {
    nombre: 'operaciones-tasa',
    path: '/tipos-cambios/operaciones/$id',
    titulo: 'Operaciones de una tasa',
    acceso: 'compras-ventas:ver',
    component: () => import('./detalle/operaciones.tsx'),
  },
  {
    nombre: 'tasa-deshecha',
    path: '/tipos-cambios/deshecho/$id',
    titulo: 'Tasa deshecha',
    acceso: 'tipos-cambios:publicar',
    component: () => import('./deshacer/deshecho.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  busca: {
    'tipos-cambios': {
      titulo: 'Tipos de cambio',
      lista: '/tipos-cambios',
      como: 'lineas',
      detalle: 'detalle-tipo-cambio',
      lineas: () => import('./ui/paleta.ts'),
    },
  },
  auditoria: {
    'tipos-cambios': { titulo: 'Tipos de cambio', detalle: 'detalle-tipo-cambio' },
  },
}
