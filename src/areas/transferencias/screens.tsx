import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'transferencias',
    path: '/transferencias',
    titulo: 'Transferencias',
    acceso: 'transferencias:ver',
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'nueva-transferencia',
    path: '/transferencias/nueva',
    titulo: 'Nueva transferencia',
    acceso: 'transferencias:crear',
    component: () => import('./nueva/nueva.tsx'),
  },
  {
    nombre: 'detalle-transferencia',
    path: '/transferencias/detalle/$id',
    titulo: 'Transferencia',
    acceso: 'transferencias:ver',
    component: () => import('./detalle/detalle.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  busca: {
    transferencias: {
      titulo: 'Transferencias',
      detalle: 'detalle-transferencia',
      texto: 'numero',
      notas: [],
      llamada: ['transferencia', 'traslado'],
    },
  },
  auditoria: {
    transferencias: { titulo: 'Transferencias', detalle: 'detalle-transferencia' },
  },
  documentos: {
    transferencias: { texto: 'Transferencia', ruta: 'detalle-transferencia' },
  },
  pendientes: {
    transferencias: {
      uno: 'transferencia por recibir',
      varios: 'transferencias por recibir',
      pantalla: 'transferencias',
      filtro: { estado: 'enviada' },
    },
    'diferencias-transito': {
      uno: 'diferencia en tránsito por resolver',
      varios: 'diferencias en tránsito por resolver',
      pantalla: 'transferencias',
      filtro: { por_resolver: '1' },
    },
  },
  mueve: ['transferencias'],
}
