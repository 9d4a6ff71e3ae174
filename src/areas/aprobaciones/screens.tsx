import type { Screen } from '../../web/marco/screens.ts'
import { APRUEBA } from './rules.ts'

export const screens = [
  {
    nombre: 'aprobaciones',
    path: '/aprobaciones',
    titulo: 'Aprobaciones',
    acceso: Object.values(APRUEBA),
    component: () => import('./aprobaciones.tsx'),
  },
] as const satisfies readonly Screen[]
