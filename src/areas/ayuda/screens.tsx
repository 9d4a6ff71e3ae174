import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'ayuda',
    path: '/ayuda',
    titulo: 'Ayuda',
    acceso: 'sesion',
    component: () => import('./ayuda.tsx'),
  },
  {
    nombre: 'capitulo-ayuda',
    path: '/ayuda/$capitulo',
    titulo: 'Capítulo de la ayuda',
    acceso: 'sesion',
    component: () => import('./capitulo.tsx'),
  },
] as const satisfies readonly Screen[]

export const aportes: Aportes = {
  hace: { ayuda: { texto: 'Buscar en la ayuda', pantalla: 'ayuda' } },
}
