import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'auditoria',
    path: '/auditoria',
    titulo: 'Auditoría',
    acceso: 'auditoria:ver',
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'detalle-auditoria',
    path: '/auditoria/detalle/$id',
    titulo: 'Registro de auditoría',
    acceso: 'auditoria:ver',
    component: () => import('./detalle.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  auditoria: {
    auditoria: { titulo: 'Auditoría' },
    adjuntos: { titulo: 'Archivos adjuntos' },
  },
}
