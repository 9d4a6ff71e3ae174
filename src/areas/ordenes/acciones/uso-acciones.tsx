import { type KeyboardEvent, useState } from 'react'
import { puede } from '../../../core/permisos.ts'
import { useSave } from '../../../web/api/save.ts'
import { useSesion } from '../../../web/sesion/sesion.ts'
import { contrato, type FilaOrden } from '../contract.ts'
import type { Persona, Rapida } from './acciones.ts'

/** Who looks at the orders. */
export function usePersona(): Persona {
  const { usuario } = useSesion()
  return { id: usuario?.id, puede: (permiso) => puede(usuario?.permisos, permiso) }
}

/** What moves with an order besides the orders. */
export const MUEVE = ['cuentas', 'posiciones', 'dashboard', 'notificaciones'] as const

export interface Pedida {
  id: number
  numero: string
  accion: Rapida
}

/** Quick actions of a page: taking an order is done at once, everything else opens its dialog. */
export function useAcciones() {
  const [pedida, setPedida] = useState<Pedida | null>(null)
  const { save, saving } = useSave(contrato.tomar, { stale: MUEVE })
  return {
    pedida,
    ocupada: saving,
    pedir: ({ id, numero }: Pick<FilaOrden, 'id' | 'numero'>, accion: Rapida) => {
      if (accion === 'tomar') void save({ params: { id }, body: { relevar: false } })
      else setPedida({ id, numero, accion })
    },
    cerrar: () => setPedida(null),
  }
}
export type Acciones = ReturnType<typeof useAcciones>

/** A letter on a row or a card presses its button; answers whether there was one. */
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
