import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'competencia',
    path: '/competencia',
    titulo: 'Competencia',
    acceso: 'competencia:ver',
    component: () => import('./comparacion.tsx'),
  },
  {
    nombre: 'nueva-tasa-competencia',
    path: '/competencia/nueva',
    titulo: 'Anotar tasa de la competencia',
    acceso: 'competencia:anotar',
    component: () => import('./nueva.tsx'),
  },
  {
    nombre: 'tasas-competencia',
    path: '/competencia/tasas',
    titulo: 'Tasas anotadas',
    acceso: 'competencia:ver',
    component: () => import('./anotadas.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  auditoria: { competencia: { titulo: 'Tasas de la competencia' } },
}
