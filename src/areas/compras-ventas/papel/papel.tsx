import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { callWith } from '../../../web/api/api.ts'
import { invalidate, useAnswer } from '../../../web/api/query.ts'
import { DeclaracionImpresa } from '../../../web/crud/papel/declaracion.tsx'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'
import type { Papel } from '../contract/papeles.ts'
import { contrato, type Detalle } from '../contract.ts'
import { Hoja } from './hoja.tsx'
import { Ticket } from './ticket.tsx'

/**
 * Prints a paper of the operation and counts it: from the second time on it says COPIA. Opened with
 * `?imprimir=1` (from the counter) the ticket prints by itself, once. `papel` is what stands ready to be printed.
 */
export function useImprimir({ id, declaracion }: Detalle) {
  const [{ imprimir }, cambiar] = useBusqueda()
  const [papel, setPapel] = useState<Papel>('ticket')
  const done = useRef(false)
  const { data: jurada } = useAnswer(
    contrato.declaracion,
    { params: { id } },
    { activa: declaracion !== null },
  )
  async function print(which: Papel) {
    flushSync(() => setPapel(which))
    window.print()
    await callWith(contrato.imprimir, { params: { id }, body: { papel: which } })
    await invalidate(['compras-ventas'])
  }
  const first = useEffectEvent(() => {
    cambiar({ imprimir: undefined })
    void print('ticket')
  })
  useEffect(() => {
    if (imprimir !== '1' || done.current) return
    done.current = true
    // Not in the middle of drawing: the paper is put there first.
    queueMicrotask(first)
  })
  return { papel, jurada, imprimir: (which: Papel) => void print(which) }
}

/** The paper that stands ready; seen only when it is printed. */
export function PapelListo({
  operacion,
  papel,
  jurada,
}: { operacion: Detalle } & Pick<ReturnType<typeof useImprimir>, 'papel' | 'jurada'>) {
  if (papel === 'hoja') return <Hoja operacion={operacion} />
  if (papel === 'declaracion' && jurada) return <DeclaracionImpresa declaracion={jurada} />
  return <Ticket operacion={operacion} />
}
