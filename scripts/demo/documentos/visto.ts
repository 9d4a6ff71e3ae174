import { contrato as aprobaciones } from '../../../src/areas/aprobaciones/contract.ts'
import { contrato as vistos } from '../../../src/areas/vistos/contract.ts'
import { type Llamar, Refused } from '../llamada.ts'

/**
 * Makes a call that may need another person's yes; `otra` says yes to what it asks for, and it is made again.
 * @throws Refused when the server refuses it for another reason, or refuses it with the yes.
 */
export async function conVisto<T>(otra: Llamar, work: () => Promise<T>): Promise<T> {
  const waits = async () =>
    (await otra(aprobaciones.listar, {})).flatMap(({ tipo, id }) => (tipo === 'visto' ? [id] : []))
  const before = await waits()
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused) || error.codigo !== 'VISTO_FALTA') throw error
  }
  const asked = (await waits()).filter((id) => !before.includes(id))
  for (const id of asked) await otra(vistos.aprobar, { params: { id }, body: { nota: null } })
  return work()
}
