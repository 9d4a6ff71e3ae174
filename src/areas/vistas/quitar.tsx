import { useSave } from '../../web/api/save.ts'
import { notify, notifyUndo } from '../../web/avisos/notify.ts'
import { contrato, type Vista } from './contract.ts'
import { traerInicios } from './inicios.tsx'

/**
 * Removes a view at once. One's own that nobody else uses comes back as it was, and the list begins with it
 * again; of a shared one others have chosen it to begin with, which nothing brings back.
 */
export function useQuitar(lista: string): (vista: Vista, empieza: boolean) => Promise<void> {
  const quitar = useSave(contrato.quitar, { silencio: true })
  const crear = useSave(contrato.crear)
  const empezar = useSave(contrato.empezar)
  async function volver({ nombre, compartida, filtros, columnas }: Vista, empieza: boolean) {
    const back = await crear.save({ body: { lista, nombre, compartida, filtros, columnas } })
    if (!back || !empieza) return
    await empezar.save({ params: { lista }, body: { vista_id: back.id } })
    await traerInicios()
  }
  return async (vista, empieza) => {
    const done = await quitar.save({ params: { id: vista.id } })
    if (!done) return
    await traerInicios()
    if (!vista.propia || vista.compartida) return notify('success', done.message)
    notifyUndo(done.message, () => void volver(vista, empieza))
  }
}
