import type { PointerEvent } from 'react'
import { tarde } from '../../../tarde.ts'
import type { Arreglo } from './preferencia.ts'

const cargar = tarde(() => import('../despues/arrastre.ts'))

/** Begins to drag the header that a pointer takes; what follows it comes at the first touch. */
export function tomarCabecera<T>(arreglo: Arreglo<T>): (event: PointerEvent) => void {
  return ({ target, clientX, button, pointerType }) => {
    const th = target instanceof Element ? target.closest('th') : null
    if (!th?.dataset.clave || button !== 0 || pointerType === 'touch') return
    cargar().then(
      ({ seguir }) => seguir(th, clientX, arreglo),
      () => undefined,
    )
  }
}
