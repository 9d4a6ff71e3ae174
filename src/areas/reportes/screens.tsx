import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'reportes',
    path: '/reportes',
    titulo: 'Reportes',
    acceso: 'reportes:ver',
    component: () => import('./indice.tsx'),
  },
  {
    nombre: 'reporte-ganancia',
    path: '/reportes/ganancia',
    titulo: 'Ganancia',
    acceso: 'ganancia:ver',
    component: () => import('./ganancia/ganancia.tsx'),
  },
  {
    nombre: 'movimientos-ganancia',
    path: '/reportes/ganancia/movimientos',
    titulo: 'Movimientos de la ganancia',
    acceso: 'ganancia:ver',
    component: () => import('./ganancia/movimientos.tsx'),
  },
  {
    nombre: 'reporte-volumen',
    path: '/reportes/volumen',
    titulo: 'Volumen',
    acceso: 'reportes:ver',
    primeras: ['/reportes/volumen?por=moneda', '/reportes/opciones'],
    component: () => import('./volumen/volumen.tsx'),
  },
  {
    nombre: 'documentos-volumen',
    path: '/reportes/volumen/documentos',
    titulo: 'Operaciones del volumen',
    acceso: 'reportes:ver',
    component: () => import('./volumen/documentos.tsx'),
  },
  {
    nombre: 'reporte-clientes',
    path: '/reportes/clientes',
    titulo: 'Mejores clientes',
    acceso: 'reportes:ver',
    component: () => import('./clientes/clientes.tsx'),
  },
  {
    nombre: 'reporte-arqueos',
    path: '/reportes/arqueos',
    titulo: 'Cuadre de cajas',
    acceso: 'reportes:ver',
    component: () => import('./arqueos/arqueos.tsx'),
  },
  {
    nombre: 'reporte-posicion',
    path: '/reportes/posicion',
    titulo: 'Posición diaria',
    acceso: 'reportes:ver',
    casa: true,
    component: () => import('./posicion/posicion.tsx'),
  },
  {
    nombre: 'registro-operaciones',
    path: '/reportes/ro',
    titulo: 'Registro de Operaciones',
    acceso: 'reportes:ro',
    component: () => import('./ro/ro.tsx'),
  },
  {
    nombre: 'excepciones',
    path: '/reportes/excepciones',
    titulo: 'Excepciones',
    acceso: 'reportes:excepciones',
    component: () => import('./excepciones/excepciones.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  auditoria: {
    reportes: { titulo: 'Reportes' },
  },
}
