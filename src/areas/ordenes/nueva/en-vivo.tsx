import { useEffect, useRef } from 'react'
import { formatTasa } from '../../../core/formato.ts'
import { onEvento } from '../../../web/api/events.ts'
import { invalidate, useAnswer } from '../../../web/api/query.ts'
import { useRefresco } from '../../../web/api/refresco.ts'
import { toast } from '../../../web/avisos/notify.ts'
import { contrato as beneficiarios } from '../../beneficiarios/contract.ts'
import { contrato } from '../contract.ts'
import { saldoEn } from './calculo/calculo.ts'
import type { Corredor, Escalon } from './calculo/tipos.ts'

const OURS = new Set(['tipos-cambios', 'pares-divisas', 'cuentas', 'tipos-pagos', 'ordenes'])
const alcanza = (area: string) => OURS.has(area)

/**
 * Keeps the form up to date: reloads when rates, funds, accounts or ways of paying change, and announces a changed
 * rate. Typed values are kept.
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

/** The client's agenda, kept up to date; undefined while loading or without a client. */
export function useAgenda(cliente_id: number | null) {
  const { data } = useAnswer(
    beneficiarios.listar,
    { params: { id: cliente_id ?? 0 } },
    { activa: cliente_id !== null },
  )
  useEffect(
    () =>
      onEvento((area) => {
        // The agenda is a query of the clients area.
        if (area === 'beneficiarios') void invalidate(['clientes'])
      }),
    [],
  )
  return cliente_id === null ? undefined : data
}

/** All that the client has in his favour in that currency; null where it is nothing. */
export function useSaldo(cliente_id: number | null, moneda_id: number | undefined): string | null {
  const given = { params: { id: cliente_id ?? 0 } }
  const { data } = useAnswer(contrato.saldosDe, given, { activa: cliente_id !== null })
  if (cliente_id === null) return null
  return data ? saldoEn(data, moneda_id) : null
}
