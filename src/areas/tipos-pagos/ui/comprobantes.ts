import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react'
import type { Endpoint } from '../../../core/contract.ts'
import type { Subida } from '../../../core/documento/comprobante.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { useArchivoEnPagina } from '../../../web/comprobantes/soltar.ts'
import { enviarComprobante, subidaNueva } from '../../../web/comprobantes/subir.ts'
import type { LineaDePago, TipoDePago } from '../rules/linea-pago.ts'

/** The page itself: a dialog over it takes what is dropped. */
const SIN_DIALOGO = { current: null }

export interface Comprobantes {
  /** Uploads a file for a line, in place of the previous one. */
  poner: (linea: number, file: File) => void
  quitar: (linea: number) => void
  /** Retries a failed upload. */
  reintentar: (linea: number) => void
}

/** The vouchers of a draft's lines, uploaded in the background while the cashier goes on. */
export function useComprobantes<L extends LineaDePago, D extends { lineas: readonly L[] }>(
  endpoint: Endpoint,
  setBorrador: Dispatch<SetStateAction<D>>,
): Comprobantes {
  const ups = useRef(new Map<number, { file: File; control: AbortController }>())
  useEffect(() => {
    const open = ups.current
    return () => {
      for (const { control } of open.values()) control.abort()
    }
  }, [])
  const patch = (id: number, change: (before: L) => L) =>
    setBorrador((borrador) => ({
      ...borrador,
      lineas: borrador.lineas.map((l) => (l.id === id ? change(l) : l)),
    }))

  function poner(id: number, file: File) {
    ups.current.get(id)?.control.abort()
    const control = new AbortController()
    ups.current.set(id, { file, control })
    const { signal } = control
    const say = (values: Partial<Subida>) => {
      if (signal.aborted) return
      patch(id, (l) => (l.comprobante ? { ...l, comprobante: { ...l.comprobante, ...values } } : l))
    }
    patch(id, (l) => ({ ...l, comprobante: subidaNueva(file) }))
    void enviarComprobante(endpoint, file, signal, say)
  }

  return {
    poner,
    quitar: (id) => {
      ups.current.get(id)?.control.abort()
      ups.current.delete(id)
      patch(id, (l) => ({ ...l, comprobante: null }))
    },
    reintentar: (id) => {
      const up = ups.current.get(id)
      if (up) poner(id, up.file)
    },
  }
}

/**
 * A screenshot pasted with Ctrl+V, or a file dropped, anywhere on the page: becomes the voucher of the focused line, else
 * of the first line that requires one, else of the first not paid in cash. Pasting text works as usual.
 */
export function usePegar(
  lineas: readonly LineaDePago[],
  tipos: readonly TipoDePago[],
  comprobantes: Comprobantes,
): void {
  const take = (file: File) => {
    const way = (l: LineaDePago) => tipos.find(({ id }) => id === l.tipo_pago_id)
    const takes = (l: LineaDePago) => !way(l)?.efectivo || way(l)?.pide_comprobante
    const here = document.activeElement?.closest('[data-linea]')?.getAttribute('data-linea')
    const line =
      lineas.find((l) => String(l.id) === here && takes(l)) ??
      lineas.find((l) => way(l)?.pide_comprobante && !l.comprobante) ??
      lineas.find((l) => !way(l)?.efectivo)
    if (line) comprobantes.poner(line.id, file)
    else notify('warning', 'Ningún pago lleva comprobante: todos son en efectivo.')
  }
  useArchivoEnPagina(SIN_DIALOGO, take)
}
