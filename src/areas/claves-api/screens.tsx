import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'claves-api',
    path: '/claves-api',
    titulo: 'Claves de API',
    acceso: 'claves-api:ver',
    component: () => import('./lista.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  auditoria: { 'claves-api': { titulo: 'Claves de API', pagina: { a: 'claves-api' } } },
}
