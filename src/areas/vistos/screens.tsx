import type { Aportes } from '../../web/marco/aportes.ts'

/** What this area contributes to the screens of other areas; it has none of its own. */
export const aportes: Aportes = {
  auditoria: { vistos: { titulo: 'Vistos buenos' } },
  aprueba: {
    visto: {
      titulo: 'Visto bueno',
      llamadas: async () => {
        const { contrato } = await import('./contract.ts')
        return { aprobar: contrato.aprobar, rechazar: contrato.rechazar }
      },
      pantalla: null,
    },
  },
}
