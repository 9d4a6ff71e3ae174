import type { Aportes } from '../../web/marco/aportes.ts'
import type { PestanaAjena } from '../../web/marco/pestanas.tsx'
import type { Screen } from '../../web/marco/screens.ts'
import { VERBOS } from './acciones/verbos.ts'

export const screens = [
  {
    nombre: 'ordenes',
    path: '/ordenes',
    titulo: 'Órdenes',
    acceso: 'ordenes:ver',
    primeras: ['/ordenes/resumen', '/ordenes?revisar=abiertas&limite=200&orden=fecha'],
    component: () => import('./lista/lista.tsx'),
  },
  {
    nombre: 'nueva-orden',
    path: '/ordenes/nueva',
    titulo: 'Nueva orden',
    acceso: 'ordenes:crear',
    component: () => import('./nueva/nueva.tsx'),
  },
  {
    nombre: 'detalle-orden',
    path: '/ordenes/detalle/$id',
    titulo: 'Orden',
    acceso: 'ordenes:ver',
    component: () => import('./detalle/detalle.tsx'),
  },
  {
    nombre: 'lotes',
    path: '/ordenes/lotes',
    titulo: 'Lotes de pago',
    acceso: 'ordenes:ver',
    component: () => import('./lotes/ui/lista.tsx'),
  },
  {
    nombre: 'detalle-lote',
    path: '/ordenes/lotes/detalle/$id',
    titulo: 'Lote',
    acceso: 'ordenes:ver',
    component: () => import('./lotes/ui/detalle.tsx'),
  },
] as const satisfies readonly Screen[]

/** A client's orders are a tab of his page, and so are a user's. */
export const pestanas: PestanaAjena[] = [
  {
    en: 'detalle-cliente',
    clave: 'ordenes',
    titulo: 'Órdenes',
    acceso: 'ordenes:ver',
    component: async () => ({ default: (await import('./lista/fichas.tsx')).DeCliente }),
    resumen: () => import('./lista/corto-cliente.tsx'),
  },
  {
    en: 'detalle-usuario',
    clave: 'ordenes',
    titulo: 'Órdenes',
    acceso: 'ordenes:ver',
    component: async () => ({ default: (await import('./lista/fichas.tsx')).DeUsuario }),
  },
]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  busca: {
    ordenes: {
      titulo: 'Órdenes',
      detalle: 'detalle-orden',
      texto: 'numero',
      notas: ['cliente', 'beneficiario'],
      llamada: ['orden', 'remesa', 'giro'],
      hacer: {
        verbos: Object.keys(VERBOS),
        codigo: () => import('./acciones/paleta.tsx'),
      },
    },
    lotes: {
      titulo: 'Lotes de pago',
      detalle: 'detalle-lote',
      texto: 'numero',
      notas: ['cuenta'],
      llamada: ['lote'],
      porNumero: true,
    },
  },
  hace: {
    pagar: {
      texto: 'Pagar órdenes',
      pantalla: 'ordenes',
      search: { revisar: 'por_pagar', vista: 'tabla' },
      permiso: 'ordenes:pagar',
    },
    lotes: { texto: 'Ver lotes de pago', pantalla: 'lotes', permiso: 'ordenes:ver' },
  },
  auditoria: {
    ordenes: { titulo: 'Órdenes', detalle: 'detalle-orden' },
    ordenes_lotes: { titulo: 'Lotes de pago', detalle: 'detalle-lote' },
  },
  documentos: {
    ordenes: { texto: 'Orden', ruta: 'detalle-orden' },
    ordenes_lotes: { texto: 'Lote', ruta: 'detalle-lote' },
  },
  pendientes: {
    ordenes: {
      uno: 'orden pagada que pasó su plazo',
      varios: 'órdenes pagadas que pasaron su plazo',
      pantalla: 'ordenes',
    },
    'ordenes-lote': {
      uno: 'orden en un archivo que está en el banco',
      varios: 'órdenes en archivos que están en el banco',
      pantalla: 'lotes',
    },
  },
  mueve: ['ordenes'],
}
