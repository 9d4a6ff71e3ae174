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

/** What this area contributes to the screens of other areas. */
export const aportes: Aportes = {
  auditoria: {
    auditoria: { titulo: 'Auditoría' },
    respaldo: { titulo: 'Respaldo' },
    adjuntos: { titulo: 'Archivos adjuntos' },
  },
}
