import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'
import { claveDe } from './rules/enlace.ts'

export const screens = [
  {
    nombre: 'pizarra',
    path: '/pizarra',
    titulo: 'Pizarra',
    acceso: 'pizarra:ver',
    completa: 'ajena',
    llave: (fragmento) => claveDe(fragmento) !== null,
    component: () => import('./hoja/pizarra.tsx'),
  },
  {
    nombre: 'tasas-del-dia',
    path: '/pizarra/tasas-del-dia',
    titulo: 'Tasas del día',
    acceso: 'pizarra:ver',
    component: () => import('./hoja/tasas-del-dia.tsx'),
  },
  {
    nombre: 'administrar-pizarra',
    path: '/pizarra/administrar',
    titulo: 'Administrar la pizarra',
    acceso: 'pizarra:administrar',
    component: () => import('./administrar/administrar.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  auditoria: {
    pizarra: { titulo: 'Pizarra' },
  },
}
