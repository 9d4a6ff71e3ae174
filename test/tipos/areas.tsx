import { contrato } from '../../src/areas/monedas/contract.ts'
import { useSave } from '../../src/web/api/save.ts'
import '../../src/main.screens.tsx'

/** A write can only mark existing areas as stale. */
export function useCompila() {
  return useSave(contrato.crear, { stale: ['cuentas', 'notificaciones'] })
}

export function useNoCompila() {
  // @ts-expect-error misspelt: cuentas
  return useSave(contrato.crear, { stale: ['cuentsa'] })
}
