import type { Permiso } from '../../core/permisos.ts'

/** Who may answer each kind of what waits for a yes. Whoever holds none of these has nothing to see here. */
export const APRUEBA = {
  tasa: 'compras-ventas:autorizar-tasa',
  ajuste: 'cuentas:aprobar-ajuste',
  gasto: 'gastos:aprobar',
  turno: 'cierres:aprobar',
} as const satisfies Record<string, Permiso>
