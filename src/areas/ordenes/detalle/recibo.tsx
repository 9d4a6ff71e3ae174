import { useState } from 'react'
import { flushSync } from 'react-dom'
import { callWith } from '../../../web/api/api.ts'
import { invalidate, useAnswer } from '../../../web/api/query.ts'
import { DeclaracionImpresa } from '../../../web/crud/papel/declaracion.tsx'
import { useDescargar } from '../../../web/crud/papel/descargar.ts'
import { HojaPapel } from '../../../web/crud/papel/hoja.tsx'
import { TicketPapel } from '../../../web/crud/papel/partes.tsx'
import { useTicketera } from '../../../web/impresora/ticketera.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato, type DetalleOrden } from '../contract.ts'
import { abreCajon, hojaDe, ticketDe } from '../papel/papel.ts'

export type Papel = 'ticket' | 'hoja' | 'declaracion'

/** Prints the receipt and counts the print: from the second on it says COPIA. */
export function useImprimirRecibo(orden: DetalleOrden) {
  const { id, declaracion } = orden
  const [papel, setPapel] = useState<Papel>('ticket')
  const activa = usePuede('ordenes:crear') && declaracion !== null
  const { data: jurada } = useAnswer(contrato.declaracion, { params: { id } }, { activa })
  const ticketera = useTicketera()
  function imprimir(which: Papel, dialogo = false) {
    const direct = which === 'ticket' && !dialogo
    ticketera.imprimir({
      papel: which,
      directa: direct
        ? { ticket: ticketDe(orden, location.origin), efectivo: abreCajon(orden) }
        : null,
      porDialogo: () => {
        flushSync(() => setPapel(which))
        window.print()
      },
      contar: () => contar(which),
    })
  }
  async function contar(which: Papel) {
    const body = { papel: which === 'declaracion' ? which : 'recibo' } as const
    const counted = await callWith(contrato.imprimir, { params: { id }, body })
    await invalidate(['ordenes'])
    return counted
  }
  const descargar = useDescargar(
    async (impresiones) => {
      const now = await callWith(contrato.obtener, { params: { id } })
      return hojaDe({ ...now, impresiones }, location.origin)
    },
    () => contar('hoja'),
  )
  return { papel, jurada, imprimir, descargar, fallo: ticketera.fallo }
}

type Listo = { orden: DetalleOrden } & Pick<
  ReturnType<typeof useImprimirRecibo>,
  'papel' | 'jurada'
>

/** The paper, visible only in print. */
export function ReciboListo({ orden: o, papel, jurada }: Listo) {
  if (papel === 'declaracion' && jurada) return <DeclaracionImpresa declaracion={jurada} />
  if (papel === 'ticket') return <TicketPapel {...ticketDe(o, location.origin)} />
  return <HojaPapel hoja={hojaDe(o, location.origin)} />
}
