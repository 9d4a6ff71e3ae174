import { APRUEBAN } from '../../core/permisos.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'aprobaciones',
    path: '/aprobaciones',
    titulo: 'Aprobaciones',
    acceso: APRUEBAN,
    component: () => import('./aprobaciones.tsx'),
  },
] as const satisfies readonly Screen[]
