import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'libro',
    path: '/libro',
    titulo: 'Libro',
    acceso: 'libro:ver',
    component: () => import('./balance.tsx'),
  },
  {
    nombre: 'libro-diario',
    path: '/libro/diario',
    titulo: 'Diario',
    acceso: 'libro:ver',
    component: () => import('./diario.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  auditoria: {
    libro: { titulo: 'Libro' },
  },
}
