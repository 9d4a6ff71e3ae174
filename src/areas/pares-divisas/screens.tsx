import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'pares-divisas',
    path: '/pares-divisas',
    titulo: 'Pares de divisas',
    acceso: 'pares-divisas:ver',
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'nuevo-par-divisa',
    path: '/pares-divisas/nuevo',
    titulo: 'Nuevo par de divisas',
    acceso: 'pares-divisas:editar',
    component: () => import('./detalle/nuevo.tsx'),
  },
  {
    nombre: 'fuentes',
    path: '/pares-divisas/fuentes',
    titulo: 'Fuentes de precios',
    acceso: 'pares-divisas:ver',
    component: () => import('./fuentes/fuentes.tsx'),
  },
  {
    nombre: 'detalle-par-divisa',
    path: '/pares-divisas/detalle/$id',
    titulo: 'Par de divisas',
    acceso: 'pares-divisas:ver',
    component: () => import('./detalle/detalle.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  busca: {
    'pares-divisas': {
      titulo: 'Precios',
      lista: '/pares-divisas',
      como: 'lineas',
      detalle: 'detalle-par-divisa',
      lineas: () => import('./ui/paleta.ts'),
    },
  },
  hace: {
    publicar: {
      texto: 'Publicar precios',
      pantalla: 'pares-divisas',
      permiso: 'pares-divisas:publicar',
    },
  },
  auditoria: {
    'pares-divisas': { titulo: 'Pares de divisas', detalle: 'detalle-par-divisa' },
    'pares-fuentes': { titulo: 'Fuentes de precios', pagina: { a: 'fuentes' } },
  },
}
