import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'importar',
    path: '/importar',
    titulo: 'Importar',
    acceso: 'importar:ver',
    component: () => import('./pantalla/importar.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  auditoria: {
    importar: { titulo: 'Importación de archivos' },
  },
}
