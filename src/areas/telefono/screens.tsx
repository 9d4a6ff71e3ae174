import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'telefono',
    path: '/telefono',
    titulo: 'Enviar una foto',
    acceso: 'publico',
    completa: true,
    component: () => import('./enviar.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  auditoria: { telefono: { titulo: 'Fotos del teléfono' } },
}
