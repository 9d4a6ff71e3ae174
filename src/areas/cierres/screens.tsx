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

/** What somebody's till was short or over is a part of his page. */
export const pestanas: PestanaAjena[] = [
  {
    en: 'detalle-usuario',
    clave: 'diferencias',
    titulo: 'Faltantes y sobrantes',
    acceso: 'cierres:ver',
    component: () => import('./arqueos/diferencias-usuario.tsx'),
  },
]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
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
      // The contract is there already: the bar shows the till.
      llamadas: async () => ({ aprobar: contrato.aprobar, rechazar: contrato.devolver }),
      pantalla: 'detalle-turno',
    },
  },
  mueve: ['cierres'],
}
