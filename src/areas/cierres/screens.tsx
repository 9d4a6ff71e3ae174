import type { Aportes } from '../../web/marco/aportes.ts'
import type { PestanaAjena } from '../../web/marco/pestanas.tsx'
import type { Screen } from '../../web/marco/screens.ts'
import { contrato } from './contract.ts'

export const screens = [
  {
    nombre: 'cierres',
    path: '/cierres',
    titulo: 'Caja y cierres',
    acceso: 'cierres:ver',
    component: () => import('./dia/lista.tsx'),
  },
  {
    nombre: 'cierres-cajas',
    path: '/cierres/cajas',
    titulo: 'Cajas',
    acceso: 'cierres:ver',
    component: () => import('./turno/cajas.tsx'),
  },
  {
    nombre: 'cierres-diferencias',
    path: '/cierres/diferencias',
    titulo: 'Faltantes y sobrantes',
    acceso: 'cierres:ver',
    component: () => import('./arqueos/diferencias.tsx'),
  },
  {
    nombre: 'cierres-arqueos',
    path: '/cierres/arqueos',
    titulo: 'Arqueos',
    acceso: 'cierres:ver',
    component: () => import('./arqueos/arqueos.tsx'),
  },
  {
    nombre: 'nuevo-arqueo',
    path: '/cierres/arqueos/nuevo',
    titulo: 'Nuevo arqueo',
    acceso: 'cierres:arqueo',
    component: () => import('./arqueos/nuevo.tsx'),
  },
  {
    nombre: 'mi-caja',
    path: '/cierres/mi-caja',
    titulo: 'Mi caja',
    acceso: 'cierres:turno',
    component: () => import('./caja/mi-caja.tsx'),
  },
  {
    nombre: 'detalle-turno',
    path: '/cierres/cajas/$id',
    titulo: 'Turno de caja',
    acceso: 'cierres:ver',
    component: () => import('./turno/turno.tsx'),
  },
  {
    nombre: 'cierre-dia',
    path: '/cierres/dia/$fecha',
    titulo: 'Cierre del día',
    acceso: 'cierres:ver',
    component: () => import('./dia/dia.tsx'),
  },
] as const satisfies readonly Screen[]

/** A cashier's shortages and surpluses are a tab of his user page, the counts of a till or vault one of its page. */
export const pestanas: PestanaAjena[] = [
  {
    en: 'detalle-usuario',
    clave: 'diferencias',
    titulo: 'Faltantes y sobrantes',
    acceso: 'cierres:ver',
    component: () => import('./arqueos/diferencias-usuario.tsx'),
  },
  {
    en: 'detalle-cuenta',
    clave: 'arqueos',
    titulo: 'Arqueos',
    acceso: 'cierres:ver',
    si: (fila) => ['caja', 'boveda'].includes((fila as { tipo: string }).tipo),
    component: async () => ({ default: (await import('./arqueos/arqueos.tsx')).DeCuenta }),
  },
]

/** What this area contributes to the screens of other areas. */
export const aportes: Aportes = {
  busca: {
    turnos: {
      titulo: 'Turnos de caja',
      detalle: 'detalle-turno',
      texto: 'numero',
      notas: ['cajero'],
      llamada: ['turno', 'cierre'],
      porNumero: true,
    },
  },
  auditoria: {
    turnos: { titulo: 'Turnos de caja', detalle: 'detalle-turno' },
    arqueos: { titulo: 'Arqueos' },
    cierres: { titulo: 'Cierres del día' },
  },
  documentos: {
    turnos: { texto: 'Cierre de caja', ruta: 'detalle-turno' },
  },
  pendientes: {
    turnos: { uno: 'caja sin cerrar', varios: 'cajas sin cerrar', pantalla: 'cierres-cajas' },
    'ordenes-curso': {
      uno: 'orden que ya no se pagará hoy',
      varios: 'órdenes que ya no se pagarán hoy',
      pantalla: 'ordenes',
    },
    aprobar: {
      uno: 'cierre de caja por aprobar',
      varios: 'cierres de caja por aprobar',
      pantalla: 'cierres-cajas',
      filtro: { estado: 'cerrado' },
    },
  },
  aprueba: {
    turno: {
      titulo: 'Cierre de caja',
      // The contract needs no lazy loading here: the top bar has loaded it for the till.
      llamadas: async () => ({ aprobar: contrato.aprobar, rechazar: contrato.devolver }),
      pantalla: 'detalle-turno',
    },
  },
  caja: { conteo: () => import('./caja/ultimo-conteo.tsx') },
  mueve: ['cierres'],
}
