import type { Aportes } from '../../web/marco/aportes.ts'

/** What this area contributes to every list; it has no screen of its own. */
export const aportes: Aportes = {
  auditoria: { vistas: { titulo: 'Vistas de listas' } },
  listas: { vistas: () => import('./panel.tsx') },
}
