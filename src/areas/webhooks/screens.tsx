import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'webhooks',
    path: '/webhooks',
    titulo: 'Webhooks',
    acceso: 'webhooks:ver',
    component: () => import('./webhooks.tsx'),
  },
  {
    nombre: 'webhooks-envios',
    path: '/webhooks/envios',
    titulo: 'Envíos a los webhooks',
    acceso: 'webhooks:ver',
    component: () => import('./envios.tsx'),
  },
  {
    nombre: 'webhooks-envio',
    path: '/webhooks/envios/$id',
    titulo: 'Envío a un webhook',
    acceso: 'webhooks:ver',
    component: () => import('./detalle.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  auditoria: {
    webhooks: { titulo: 'Webhooks', pagina: { a: 'webhooks' } },
    'webhooks-eventos': { titulo: 'Qué se avisa afuera', pagina: { a: 'webhooks' } },
  },
}
