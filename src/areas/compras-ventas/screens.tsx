import type { Aportes } from '../../web/marco/aportes.ts'
import type { PestanaAjena } from '../../web/marco/pestanas.tsx'
import type { Screen } from '../../web/marco/screens.ts'
import { contrato } from './contract.ts'

export const screens = [
  {
    nombre: 'compras-ventas',
    path: '/compras-ventas',
    titulo: 'Compra - Venta',
    acceso: 'compras-ventas:ver',
    primeras: ['/compras-ventas?limite=50', '/compras-ventas/totales'],
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'nueva-compra-venta',
    path: '/compras-ventas/nueva',
    titulo: 'Nueva compra - venta',
    acceso: 'compras-ventas:crear',
    primeras: ['/compras-ventas/opciones'],
    component: () => import('./mostrador/nueva.tsx'),
  },
  {
    nombre: 'detalle-compra-venta',
    path: '/compras-ventas/detalle/$id',
    titulo: 'Compra - Venta',
    acceso: 'compras-ventas:ver',
    component: () => import('./detalle/detalle.tsx'),
  },
  {
    nombre: 'detalle-ticket',
    path: '/compras-ventas/tickets/$id',
    titulo: 'Ticket',
    acceso: 'compras-ventas:ver',
    component: () => import('./tickets/detalle.tsx'),
  },
  {
    nombre: 'pantalla-cliente',
    path: '/pantalla-cliente',
    titulo: 'Pantalla del cliente',
    acceso: 'compras-ventas:crear',
    completa: 'ajena',
    component: () => import('./pantalla/pantalla.tsx'),
  },
  {
    nombre: 'impresora',
    path: '/impresora',
    titulo: 'Impresora de este puesto',
    acceso: ['compras-ventas:ver', 'ordenes:ver'],
    component: () => import('./impresora/impresora.tsx'),
  },
] as const satisfies readonly Screen[]

/** A client's operations are a tab of his page. */
export const pestanas: PestanaAjena[] = [
  {
    en: 'detalle-cliente',
    clave: 'operaciones',
    titulo: 'Operaciones',
    acceso: 'compras-ventas:ver',
    component: async () => ({ default: (await import('./lista.tsx')).DeCliente }),
    resumen: () => import('./detalle/corto-cliente.tsx'),
  },
]

/** What this area contributes to the screens of other areas. */
export const aportes: Aportes = {
  busca: {
    'compras-ventas': {
      titulo: 'Compra - Venta',
      detalle: 'detalle-compra-venta',
      texto: 'numero',
      notas: ['cliente'],
      llamada: ['compra', 'venta', 'operacion', 'ticket'],
    },
  },
  hace: {
    compra: {
      texto: 'Nueva compra',
      pantalla: 'nueva-compra-venta',
      search: { tipo: 'compra' },
      tecla: 'F2',
    },
    venta: {
      texto: 'Nueva venta',
      pantalla: 'nueva-compra-venta',
      search: { tipo: 'venta' },
      tecla: 'F4',
    },
    canje: {
      texto: 'Nuevo canje',
      pantalla: 'nueva-compra-venta',
      search: { tipo: 'canje' },
      tecla: 'F6',
    },
  },
  auditoria: {
    'compras-ventas': { titulo: 'Compra - Venta', detalle: 'detalle-compra-venta' },
    'compras-ventas-tickets': { titulo: 'Tickets de varias divisas', detalle: 'detalle-ticket' },
    'autorizaciones-tasa': { titulo: 'Tasas autorizadas' },
  },
  documentos: {
    'compras-ventas': { texto: 'Compra - Venta', ruta: 'detalle-compra-venta' },
    'compras-ventas-tickets': { texto: 'Ticket', ruta: 'detalle-ticket' },
  },
  pendientes: {
    pagos: {
      uno: 'operación con pagos por verificar',
      varios: 'operaciones con pagos por verificar',
      pantalla: 'compras-ventas',
      filtro: { estado: 'pendiente' },
    },
  },
  aprueba: {
    tasa: {
      titulo: 'Tasa fuera de rango',
      llamadas: async () => ({ aprobar: contrato.aprobarTasa, rechazar: contrato.rechazarTasa }),
      pantalla: null,
    },
  },
  mueve: ['compras-ventas'],
}
