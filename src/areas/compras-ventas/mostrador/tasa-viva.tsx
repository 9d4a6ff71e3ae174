import { useEffect, useRef } from 'react'
import { formatTasa } from '../../../core/formato.ts'
import { onEvento } from '../../../web/api/events.ts'
import { invalidate } from '../../../web/api/query.ts'
import { toast } from '../../../web/avisos/notify.ts'
import type { TasaMostrador } from './calculo/tipos.ts'

const OURS = new Set(['tipos-cambios', 'pares-divisas', 'cuentas', 'tipos-pagos'])

/**
 * Keeps an open counter true: what changes rates, accounts or ways to pay is read again, and a rate that
 * moved is said. What was typed stays.
 */
export function useTasaViva(tasa: TasaMostrador | null): void {
  useEffect(
    () =>
      onEvento((area) => {
        if (OURS.has(area)) void invalidate(['compras-ventas'])
      }),
    [],
  )
  const before = useRef(tasa)
  useEffect(() => {
    const last = before.current
    before.current = tasa
    const same = last?.divisa.id === tasa?.divisa.id && last?.tipo === tasa?.tipo
    if (!last || !tasa || !same || last.tasa === tasa.tasa) return
    const [from, to] = [
      formatTasa(last.tasa, last.precision),
      formatTasa(tasa.tasa, tasa.precision),
    ]
    toast(`La tasa cambió de ${from} a ${to}.`)
  }, [tasa])
}
