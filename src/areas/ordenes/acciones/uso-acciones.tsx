import { type KeyboardEvent, useState } from 'react'
import { puede } from '../../../core/permisos.ts'
import { useSave } from '../../../web/api/save.ts'
import { notifyUndo } from '../../../web/avisos/notify.ts'
import { useSesion } from '../../../web/sesion/sesion.ts'
import { tarde } from '../../../web/tarde.ts'
import { contrato, type FilaOrden } from '../contract.ts'
import type { Persona, Rapida } from './acciones.ts'

/** What takes an order back is not needed to draw the board. */
const alternar = tarde(() => import('../../../web/crud/alternar.ts'))

/** The signed-in user, with id and permissions. */
export function usePersona(): Persona {
  const { usuario } = useSesion()
  return { id: usuario?.id, puede: (permiso) => puede(usuario?.permisos, permiso) }
}

/** Areas whose data change along with an order. */
export const MUEVE = ['cuentas', 'posiciones', 'dashboard', 'notificaciones'] as const

export interface Pedida {
  id: number
  numero: string
  accion: Rapida
}

/** Quick actions of a page: taking an order happens at once, every other action opens its dialog. */
export function useAcciones() {
  const [pedida, setPedida] = useState<Pedida | null>(null)
  const { save, saving } = useSave(contrato.tomar, { stale: MUEVE, silencio: true })
  // Taken by mistake, it goes back to the queue while nothing was paid.
  async function tomar(id: number) {
    const done = await save({ params: { id }, body: { relevar: false } })
    if (!done) return
    const back = { params: { id }, body: { nota: 'Tomada por error: se deshizo.' } }
    notifyUndo(done.message, () => {
      void alternar().then(({ deshacer }) => deshacer(contrato.soltar, back, MUEVE))
    })
  }
  return {
    pedida,
    ocupada: saving,
    pedir: ({ id, numero }: Pick<FilaOrden, 'id' | 'numero'>, accion: Rapida) => {
      if (accion === 'tomar') void tomar(id)
      else setPedida({ id, numero, accion })
    },
    cerrar: () => setPedida(null),
  }
}
export type Acciones = ReturnType<typeof useAcciones>

/** Presses the button for a key on the focused row or card; answers whether there was one. */
export function pulsarTecla(event: KeyboardEvent): void {
  const { key, target, ctrlKey, altKey, metaKey } = event
  if (ctrlKey || altKey || metaKey || !/^[a-z]$/i.test(key) || !(target instanceof Element)) return
  if (target.closest('input, textarea, select, [role=dialog]')) return
  const place = target.closest('[data-orden], tr')
  const button = place?.querySelector<HTMLButtonElement>(`[data-tecla="${key.toLowerCase()}"]`)
  if (!button) return
  event.preventDefault()
  button.click()
}
