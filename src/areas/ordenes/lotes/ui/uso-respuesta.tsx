import { useState } from 'react'
import { decimal, texto } from '../../../../core/dinero/decimal.ts'
import type { Subida } from '../../../../core/documento/comprobante.ts'
import type { DetalleLote, LineaLote } from '../contract.ts'
import { leerRespuesta } from '../respuesta.ts'

/** What is typed of one line, and what the bank's answer says of it. */
export interface Escrita {
  referencia: string
  comision: string | null
  monto: string | null
  cuenta: string | null
  rechazo: string | null
  comprobante: Pick<Subida, 'id' | 'nombre' | 'error'> | null
  /** Why the server refused it. */
  dicho: string | null
}

const vacia = ({ comision }: LineaLote): Escrita => ({
  referencia: '',
  comision: comision === '0.00' || comision === '0' ? null : comision,
  monto: null,
  cuenta: null,
  rechazo: null,
  comprobante: null,
  dicho: null,
})

/** What is typed and imported of the lines that wait; it stays while the batch is read again. */
export function useRespuesta(lote: DetalleLote) {
  const [typed, setTyped] = useState<ReadonlyMap<number, Escrita>>(new Map())
  const [ajenas, setAjenas] = useState<readonly string[]>([])
  const esperan = lote.lineas.filter(({ estado }) => estado === 'pendiente')
  const de = (linea: LineaLote) => typed.get(linea.id) ?? vacia(linea)

  function poner(linea: LineaLote, values: Partial<Escrita>) {
    setTyped((before) => {
      const own = before.get(linea.id) ?? vacia(linea)
      return new Map(before).set(linea.id, { ...own, ...values })
    })
  }
  /** Answers how many lines the text says something of. */
  function leer(text: string): number {
    const { lineas, ajenas: others } = leerRespuesta(text, esperan)
    setAjenas(others)
    for (const { linea_id, referencia, ...said } of lineas) {
      const linea = esperan.find(({ id }) => id === linea_id)
      if (linea) poner(linea, { ...said, ...(referencia && { referencia }), dicho: null })
    }
    return lineas.length
  }
  const listas = esperan.filter((linea) => {
    const { referencia, rechazo, comprobante } = de(linea)
    const proven = !linea.pide_comprobante || Boolean(comprobante?.id)
    return referencia.trim() !== '' && rechazo === null && proven && !linea.observada
  })
  const total = listas.reduce((sum, { monto }) => sum.plus(decimal(monto)), decimal('0'))
  return {
    esperan,
    de,
    poner,
    leer,
    ajenas,
    listas,
    total: texto(total, lote.moneda.decimales),
  }
}
export type Respondidas = ReturnType<typeof useRespuesta>
