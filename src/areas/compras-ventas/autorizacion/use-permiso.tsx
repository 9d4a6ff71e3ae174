import { useEffect, useRef, useState } from 'react'
import { invalidate, useAnswer } from '../../../web/api/query.ts'
import { notify, toast } from '../../../web/avisos/notify.ts'
import { contrato } from '../contract.ts'
import type { Permiso } from '../mostrador/calculo/autorizacion.ts'

/** A permission that was asked for, and what became of it: it follows the manager's answer by itself. */
export function usePermiso() {
  const [pedido, setPedido] = useState<Permiso | null>(null)
  const { data } = useAnswer(
    contrato.autorizacion,
    { params: { id: pedido?.id ?? 0 } },
    { activa: pedido !== null },
  )
  const estado = pedido && data?.id === pedido.id ? data.estado : null
  const said = useRef<string | null>(null)
  useEffect(() => {
    const news = `${data?.id} ${estado}`
    if (!data || !estado || said.current === news) return
    said.current = news
    if (estado === 'aprobada') toast(`Tasa autorizada por ${data.resuelto_por}.`)
    if (estado === 'rechazada') notify('warning', `Tasa rechazada: ${data.nota}`)
  }, [data, estado])
  const vence = data?.vence_en
  useEffect(() => {
    if (!vence) return
    const wait = Math.max(1000, new Date(vence).getTime() - Date.now())
    const timer = setTimeout(() => void invalidate(['compras-ventas']), Math.min(wait, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  }, [vence])
  return {
    pedido,
    setPedido,
    respuesta: estado ? (data ?? null) : null,
    vigente: estado === 'aprobada' ? pedido : null,
  }
}
