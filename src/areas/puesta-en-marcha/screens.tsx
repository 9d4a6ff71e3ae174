import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'puesta-en-marcha',
    path: '/puesta-en-marcha',
    titulo: 'Puesta en marcha',
    acceso: 'tipos-pagos:editar',
    component: () => import('./pagina.tsx'),
  },
] as const satisfies readonly Screen[]
