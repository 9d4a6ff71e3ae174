import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'telegram',
    path: '/telegram',
    titulo: 'Telegram',
    acceso: 'telegram:ver',
    component: () => import('./telegram.tsx'),
  },
  {
    nombre: 'telegram-envios',
    path: '/telegram/envios',
    titulo: 'Envíos de Telegram',
    acceso: 'telegram:ver',
    component: () => import('./envios.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of others. */
export const aportes: Aportes = {
  auditoria: {
    telegram: { titulo: 'Telegram', pagina: { a: 'telegram' } },
    'telegram-chats': { titulo: 'Chats de Telegram', pagina: { a: 'telegram' } },
    'telegram-eventos': { titulo: 'Avisos de Telegram', pagina: { a: 'telegram' } },
    'telegram-destinos': { titulo: 'A quién avisa Telegram', pagina: { a: 'telegram' } },
  },
}
