import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import type { Opciones } from './calculo/tipos.ts'
import classes from './mostrador.module.css'

/** Above the counter while the cashier's own till is not open: what that means, and the way there. */
export function CajaCerrada({ mi_caja, exigir_turno }: Pick<Opciones, 'mi_caja' | 'exigir_turno'>) {
  if (mi_caja === null || mi_caja === 'abierta') return null
  const counting = mi_caja === 'en_conteo'
  const words = counting
    ? 'Su caja se está contando: no recibe ni entrega efectivo hasta que termine.'
    : exigir_turno
      ? 'Su caja está cerrada: no recibe ni entrega efectivo hasta que la abra.'
      : 'Su caja está cerrada: ábrala antes de operar, para que su cierre cuente lo de hoy.'
  return (
    <div role="status" className={classes.cajaCerrada}>
      <p>{words}</p>
      <BotonEnlace a="mi-caja" size="compact-sm" variant="default">
        {counting ? 'Ir a mi caja' : 'Abrir mi caja'}
      </BotonEnlace>
    </div>
  )
}
