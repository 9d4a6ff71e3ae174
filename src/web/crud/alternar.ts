import type { CallOf, Endpoint } from '../../core/contract.ts'
import { callWith } from '../api/api.ts'
import { ApiError } from '../api/http.ts'
import { areaOf, invalidate } from '../api/query.ts'
import { conConfirmacion, useSave } from '../api/save.ts'
import { notify, notifyUndo } from '../avisos/notify.ts'
import type { Area } from '../marco/screens.ts'
import { nuevoUuid } from '../navegador.ts'

/** What a call answers that switches a row over: its sentence, and the version that switches it back. */
interface Alternado {
  message: string
  version: number
}

/**
 * Takes back by a call of the product, and says what came of it. The page may be gone by then: nothing here is
 * the page's own.
 */
export async function deshacer<E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  stale: readonly Area[] = [],
): Promise<void> {
  try {
    const clave = endpoint.dinero ? { clave: nuevoUuid() } : {}
    const back = await conConfirmacion(endpoint, () => callWith(endpoint, call, clave))
    notify('success', (back as { message: string }).message)
  } catch (cause) {
    // The dialog of the expired session says it.
    if (cause instanceof ApiError && cause.status === 401) return
    notify('warning', `No se deshizo. ${cause instanceof Error ? cause.message : ''}`)
  }
  await invalidate([areaOf(endpoint.path), ...stale])
}

/**
 * A switch that is done at once and can be taken back. Both ways it is the same call with the version that its
 * user saw: what somebody saved in between is refused and stays.
 */
export function useAlternar<E extends Endpoint>(endpoint: E, stale: readonly Area[] = []) {
  const { save, saving } = useSave(endpoint, { silencio: true, stale })
  const llamada = (id: number, version: number) =>
    ({ params: { id }, query: { version: String(version) } }) as unknown as CallOf<E>

  /**
   * `efecto`: what it means, in one sentence, said with what the server says. `definitivo`: what takes a second person
   * is not offered to be taken back. Answers whether it was done.
   */
  async function alternar(
    id: number,
    version: number,
    efecto: string,
    definitivo = false,
  ): Promise<boolean> {
    const done = (await save(llamada(id, version))) as Alternado | null
    if (!done) return false
    const said = `${done.message} ${efecto}`
    if (definitivo) notify('success', said)
    else notifyUndo(said, () => void deshacer(endpoint, llamada(id, done.version), stale))
    return true
  }
  return { alternar, saving }
}
