import { useEffect, useEffectEvent } from 'react'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'
import type { DetalleOrden } from '../contract.ts'
import { RAPIDAS, type Rapida } from './acciones.ts'
import type { Acciones } from './uso-acciones.tsx'

/**
 * Begins the action that the address asks for (`?accion=pagar`), if its user may take it now: its dialog opens. What
 * has none, and would be done at once, only gets the focus: an address does nothing by itself.
 */
export function useAccionPedida(orden: DetalleOrden, acciones: Acciones): void {
  const [{ accion }, cambiar] = useBusqueda()
  const begin = useEffectEvent((asked: string) => {
    cambiar({ accion: undefined })
    const one = (Object.keys(RAPIDAS) as Rapida[]).find((each) => each === asked)
    if (!one || !orden.acciones.includes(one)) return
    if (one === 'tomar') document.querySelector<HTMLElement>('[data-accion=tomar]')?.focus()
    else acciones.pedir(orden, one)
  })
  useEffect(() => {
    if (accion) begin(accion)
  }, [accion])
}
