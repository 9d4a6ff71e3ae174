import type { Aportes } from '../../web/marco/aportes.ts'
import type { PestanaAjena } from '../../web/marco/pestanas.tsx'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'reporte-comisiones',
    path: '/reportes/comisiones',
    titulo: 'Comisiones',
    acceso: 'comisiones:ver',
    component: () => import('./ganado/reporte.tsx'),
  },
  {
    nombre: 'reglas-comision',
    path: '/comisiones/reglas',
    titulo: 'Reglas de comisión',
    acceso: 'comisiones:reglas',
    component: () => import('./reglas/reglas.tsx'),
  },
  {
    nombre: 'nueva-regla-comision',
    path: '/comisiones/reglas/nueva',
    titulo: 'Nueva regla de comisión',
    acceso: 'comisiones:reglas',
    component: () => import('./liquidaciones/nueva.tsx'),
  },
  {
    nombre: 'detalle-regla-comision',
    path: '/comisiones/reglas/detalle/$id',
    titulo: 'Regla de comisión',
    acceso: 'comisiones:reglas',
    component: () => import('./reglas/regla.tsx'),
  },
  {
    nombre: 'liquidaciones-comisiones',
    path: '/comisiones/liquidaciones',
    titulo: 'Liquidaciones de comisiones',
    acceso: 'comisiones:ver',
    component: () => import('./liquidaciones/liquidaciones.tsx'),
  },
  {
    nombre: 'detalle-liquidacion-comisiones',
    path: '/comisiones/liquidaciones/detalle/$id',
    titulo: 'Liquidación de comisiones',
    acceso: 'comisiones:ver',
    component: () => import('./liquidaciones/liquidacion.tsx'),
  },
] as const satisfies readonly Screen[]

const tab = { clave: 'comisiones', titulo: 'Comisiones', acceso: 'comisiones:ver' } as const

/** Commissions appear as tabs on other pages: of a user, of an agent, of an order. */
export const pestanas: PestanaAjena[] = [
  { ...tab, en: 'detalle-usuario', component: () => import('./ganado/de-usuario.tsx') },
  {
    ...tab,
    en: 'detalle-cliente',
    si: (fila) => (fila as { es_agente: boolean }).es_agente,
    component: () => import('./ganado/de-agente.tsx'),
  },
  { ...tab, en: 'detalle-orden', component: () => import('./ganado/de-orden.tsx') },
]

/** What this area contributes to the screens of other areas. */
export const aportes: Aportes = {
  busca: {
    liquidaciones: {
      titulo: 'Liquidaciones de comisiones',
      detalle: 'detalle-liquidacion-comisiones',
      texto: 'numero',
      notas: ['nombre'],
      llamada: ['liquidacion'],
      porNumero: true,
    },
  },
  auditoria: {
    'comisiones-reglas': { titulo: 'Reglas de comisión', detalle: 'detalle-regla-comision' },
    'comisiones-liquidaciones': {
      titulo: 'Liquidaciones de comisiones',
      detalle: 'detalle-liquidacion-comisiones',
    },
  },
  documentos: {
    'comisiones-liquidaciones': {
      texto: 'Pago de comisiones',
      ruta: 'detalle-liquidacion-comisiones',
    },
  },
  mueve: ['comisiones'],
}
