import { Suspense, useState } from 'react'
import { parte } from '../../../web/sin-linea/parte.tsx'
import { tarde } from '../../../web/tarde.ts'
import type { Persona } from '../acciones/acciones.ts'
import { usePersona } from '../acciones/uso-acciones.tsx'
import type { FilaOrden } from '../contract.ts'
import type { Monedas } from '../lista/filtros.tsx'
import { Sumas, sumar } from '../lista/totales.tsx'

const Barra = parte(tarde(() => import('../lotes/ui/barra.tsx')))

/** Whether this user may mark an order: to take it, or to put it in a file for the bank. */
const marcable = ({ estado, observada, pagador_id }: FilaOrden, { id, puede }: Persona) =>
  puede('ordenes:pagar') &&
  observada === null &&
  (estado === 'pagada' || (estado === 'en_proceso' && pagador_id === id))

/** The orders that the payer marked on the board. A mark goes when its order can no longer be taken or paid by him. */
export function useMarcadas(filas: readonly FilaOrden[]) {
  const persona = usePersona()
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const ordenes = filas.filter((fila) => ids.has(fila.id) && marcable(fila, persona))
  return {
    ordenes,
    /** Undefined where it cannot be marked. */
    de: (fila: FilaOrden) => (marcable(fila, persona) ? ids.has(fila.id) : undefined),
    alternar: ({ id }: FilaOrden) =>
      setIds((before) => {
        const after = new Set(before)
        return after.delete(id) ? after : after.add(id)
      }),
    quitar: () => setIds(new Set()),
  }
}
export type Marcadas = ReturnType<typeof useMarcadas>

/** The box of a card; X marks it by keyboard. */
export function Marca({ orden, marcadas }: { orden: FilaOrden; marcadas: Marcadas }) {
  const marked = marcadas.de(orden)
  if (marked === undefined) return null
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      data-tecla="x"
      aria-label={`Marcar ${orden.numero}`}
      title="Marcar (X)"
      checked={marked}
      onChange={() => marcadas.alternar(orden)}
    />
  )
}

export function BarraDeMarcadas({ marcadas, monedas }: { marcadas: Marcadas; monedas: Monedas }) {
  const { ordenes, quitar } = marcadas
  if (ordenes.length === 0) return null
  const amounts = ordenes.map((o) => ({ moneda_id: o.recibe_moneda_id, monto: o.recibe }))
  const sumas = <Sumas sumas={sumar(amounts)} monedas={monedas} />
  return (
    <Suspense>
      <Barra ordenes={ordenes} sumas={sumas} quitar={quitar} />
    </Suspense>
  )
}
