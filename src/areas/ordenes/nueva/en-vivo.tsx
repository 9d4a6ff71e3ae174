import { useEffect, useRef } from 'react'
import { formatTasa } from '../../../core/formato.ts'
import { onEvento } from '../../../web/api/events.ts'
import { invalidate, useAnswer } from '../../../web/api/query.ts'
import { useRefresco } from '../../../web/api/refresco.ts'
import { toast } from '../../../web/avisos/notify.ts'
import { contrato as beneficiarios } from '../../beneficiarios/contract.ts'
import type { Corredor, Escalon } from './calculo/tipos.ts'

const OURS = new Set(['tipos-cambios', 'pares-divisas', 'cuentas', 'tipos-pagos', 'ordenes'])
const alcanza = (area: string) => OURS.has(area)

/**
 * Keeps an open order true: what changes rates, funds, accounts or ways to pay is read again, and a rate that moved is
 * said. What was typed stays.
 */
export function useOrdenViva(tramo: Escalon | null, corredor: Corredor | null): void {
  useRefresco('ordenes', alcanza)
  const key = `${corredor?.clave} ${tramo?.segmento}`
  const before = useRef({ key, tramo })
  useEffect(() => {
    const last = before.current
    before.current = { key, tramo }
    if (last.key !== key || !last.tramo || !tramo || last.tramo.tasa === tramo.tasa) return
    const [from, to] = [last.tramo, tramo].map((t) => formatTasa(t.tasa, t.precision))
    toast(`La tasa cambió de ${from} a ${to}.`)
  }, [key, tramo])
}

/** The client's agenda, kept fresh; undefined while it is on its way or nobody is chosen. */
export function useAgenda(cliente_id: number | null) {
  const { data } = useAnswer(
    beneficiarios.listar,
    { params: { id: cliente_id ?? 0 } },
    { activa: cliente_id !== null },
  )
  useEffect(
    () =>
      onEvento((area) => {
        // An agenda is an answer about a client.
        if (area === 'beneficiarios') void invalidate(['clientes'])
      }),
    [],
  )
  return cliente_id === null ? undefined : data
}
