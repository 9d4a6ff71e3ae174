import { callWith } from '../../../web/api/api.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { DeclaracionImpresa } from '../../../web/crud/papel/declaracion.tsx'
import { HojaPapel } from '../../../web/crud/papel/hoja.tsx'
import { TicketPapel } from '../../../web/crud/papel/partes.tsx'
import type { Papel } from '../contract/papeles.ts'
import { contrato, type Detalle } from '../contract.ts'
import { hojaDe } from './hoja.ts'
import { abreCajon, ticketDe } from './ticket.ts'
import { usePapeles } from './use-papeles.tsx'

/** Prints a paper of the operation and records the print: from the second one on it says COPIA. */
export function useImprimir(operacion: Detalle) {
  const { id, declaracion } = operacion
  const { data: jurada } = useAnswer(
    contrato.declaracion,
    { params: { id } },
    { activa: declaracion !== null },
  )
  const papeles = usePapeles<Papel>(
    () => ({ ticket: ticketDe(operacion, location.origin), efectivo: abreCajon(operacion) }),
    (papel) => callWith(contrato.imprimir, { params: { id }, body: { papel } }),
    async (impresiones) => {
      const now = await callWith(contrato.obtener, { params: { id } })
      return hojaDe({ ...now, impresiones }, location.origin)
    },
  )
  return { ...papeles, jurada }
}

/** The paper for the next print; visible only in print. */
export function PapelListo({
  operacion,
  papel,
  jurada,
}: { operacion: Detalle } & Pick<ReturnType<typeof useImprimir>, 'papel' | 'jurada'>) {
  if (papel === 'hoja') return <HojaPapel hoja={hojaDe(operacion, location.origin)} />
  if (papel === 'declaracion' && jurada) return <DeclaracionImpresa declaracion={jurada} />
  return <TicketPapel {...ticketDe(operacion, location.origin)} />
}
