import type { Aportes } from '../../web/marco/aportes.ts'
import type { PestanaAjena } from '../../web/marco/pestanas.tsx'

/** The agenda is a tab of the client's page. */
export const pestanas: PestanaAjena[] = [
  {
    en: 'detalle-cliente',
    clave: 'beneficiarios',
    titulo: 'Beneficiarios',
    acceso: 'beneficiarios:ver',
    component: () => import('./agenda.tsx'),
    resumen: () => import('./corto.tsx'),
  },
]

/** What this area contributes to the screens of other areas. */
export const aportes: Aportes = {
  auditoria: {
    beneficiarios: { titulo: 'Beneficiarios' },
  },
}
