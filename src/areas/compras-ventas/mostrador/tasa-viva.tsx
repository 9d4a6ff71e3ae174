import { useEffect, useRef } from 'react'
import { formatTasa } from '../../../core/formato.ts'
import { onEvento } from '../../../web/api/events.ts'
import { invalidate } from '../../../web/api/query.ts'
import { toast } from '../../../web/avisos/notify.ts'
import { calcular } from './calculo/calculo.ts'
import type { Borrador, Opciones, TasaMostrador } from './calculo/tipos.ts'

const OURS = new Set([
  'tipos-cambios',
  'pares-divisas',
  'cuentas',
  'tipos-pagos',
  'servicio-reglas',
])

/**
 * Keeps an open counter current: rates, accounts and ways of paying are refetched when they change, and a changed rate
 * is reported. Typed values stay.
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
    toast(`La tasa cambió ${deA(last, tasa)}.`)
  }, [tasa])
}

/** Reports a changed rate of the lines that wait in the ticket too, each by its place. */
export function useTasasDeLineas(opciones: Opciones, otras: readonly Borrador[]): void {
  const before = useRef(opciones)
  useEffect(() => {
    const last = before.current
    before.current = opciones
    if (last === opciones) return
    for (const [n, one] of otras.entries()) {
      const [was, is] = [calcular(last, one), calcular(opciones, one)]
      if (!was.tasa || !is.tasa || was.valor_tasa === is.valor_tasa) continue
      toast(`Línea ${n + 1}: la tasa cambió ${deA(was.tasa, is.tasa)}.`)
    }
  }, [opciones, otras])
}

const deA = (last: TasaMostrador, now: TasaMostrador) =>
  `de ${formatTasa(last.tasa, last.precision)} a ${formatTasa(now.tasa, now.precision)}`
