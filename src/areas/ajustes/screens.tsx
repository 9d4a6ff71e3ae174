import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'ajustes',
    path: '/ajustes',
    titulo: 'Ajustes',
    acceso: 'ajustes:ver',
    component: () => import('./ajustes.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of other areas. */
export const aportes: Aportes = {
  auditoria: {
    ajustes: { titulo: 'Ajustes', pagina: { a: 'ajustes' } },
    series: { titulo: 'Números de documentos', pagina: { a: 'ajustes' } },
    reloj: { titulo: 'Hora del equipo' },
    'solo-lectura': { titulo: 'Revisión de los libros' },
  },
}
