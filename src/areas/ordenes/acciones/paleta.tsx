import type { Ofrecida } from '../../../web/marco/aportes.ts'
import { direccion } from '../../../web/marco/screens.ts'
import type { FilaOrden } from '../contract.ts'
import { type Persona, RAPIDAS, rapidasDe } from './acciones.ts'
import { VERBOS } from './verbos.ts'

/** The order's page, with that action begun (`useAccionPedida`); null where this person may not take it now. */
export default function haceres(fila: FilaOrden, verbo: string, quien: Persona): Ofrecida | null {
  const offered = rapidasDe(fila, quien)
  const accion = VERBOS[verbo as keyof typeof VERBOS].find((one) => offered.includes(one))
  if (!accion) return null
  return {
    texto: `${RAPIDAS[accion][1]} ${fila.numero}`,
    nota: `${fila.cliente} → ${fila.beneficiario}`,
    a: direccion('detalle-orden', { id: fila.id }),
    search: { accion },
  }
}
