import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'ajustar-saldo',
    path: '/cuentas/ajustar-saldo',
    titulo: 'Ajustar saldo',
    acceso: 'cuentas:ajustar',
    component: () => import('./nuevo/ajustar-saldo.tsx'),
  },
  {
    nombre: 'ajustes-saldo',
    path: '/cuentas/ajustes',
    titulo: 'Ajustes de saldo',
    acceso: 'cuentas:ver',
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'detalle-ajuste-saldo',
    path: '/cuentas/ajustes/detalle/$id',
    titulo: 'Ajuste de saldo',
    acceso: 'cuentas:ver',
    component: () => import('./detalle/detalle.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of other areas. */
export const aportes: Aportes = {
  busca: {
    'ajustes-saldo': {
      titulo: 'Ajustes de saldo',
      detalle: 'detalle-ajuste-saldo',
      texto: 'numero',
      notas: ['cuenta'],
      llamada: ['ajuste'],
    },
  },
  auditoria: {
    'ajustes-saldo': { titulo: 'Ajustes de saldo', detalle: 'detalle-ajuste-saldo' },
  },
  documentos: {
    'ajustes-saldo': { texto: 'Ajuste de saldo', ruta: 'detalle-ajuste-saldo' },
  },
  pendientes: {
    ajustes: {
      uno: 'ajuste de saldo por aprobar',
      varios: 'ajustes de saldo por aprobar',
      pantalla: 'aprobaciones',
    },
  },
  aprueba: {
    ajuste: {
      titulo: 'Ajuste de saldo',
      llamadas: async () => {
        const { contrato } = await import('./contract.ts')
        return { aprobar: contrato.aprobar, rechazar: contrato.rechazar }
      },
      pantalla: 'detalle-ajuste-saldo',
    },
  },
}
