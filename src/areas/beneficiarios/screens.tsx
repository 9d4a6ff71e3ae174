import type { Aportes } from '../../web/marco/aportes.ts'
import type { PestanaAjena } from '../../web/marco/pestanas.tsx'

/** The agenda is a part of a client's page. */
export const pestanas: PestanaAjena[] = [
  {
    en: 'detalle-cliente',
    clave: 'beneficiarios',
    titulo: 'Beneficiarios',
    acceso: 'beneficiarios:ver',
    component: () => import('./agenda.tsx'),
  },
]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  auditoria: {
    beneficiarios: { titulo: 'Beneficiarios' },
  },
}
