import { useEffect, useEffectEvent, useState } from 'react'
import type { papelDelEnlace } from '../../core/documento/papel.ts'
import { callWith } from '../../web/api/api.ts'
import { ApiError } from '../../web/api/http.ts'
import { notify } from '../../web/avisos/notify.ts'
import { contrato, type Verificado } from './contract.ts'

/** How often what is still on its way is asked for again. */
const CADA_MS = 20_000

type Enlace = ReturnType<typeof papelDelEnlace>

/**
 * The paper that `enlace` names, asked for at once, and what is typed later; while it is on its way it is asked for
 * again by itself. `ajeno`: what is said, in the place of the server's words, where number and code are no paper's.
 */
export function usePapel(enlace: Enlace, ajeno?: string) {
  const [papel, setPapel] = useState<Verificado | null>(null)
  const [pedido, setPedido] = useState(enlace)
  const [error, setError] = useState<ApiError | null>(null)
  const [asking, setAsking] = useState(false)
  /** Nothing newer came at the last turn. */
  const [viejo, setViejo] = useState(false)
  const rechazar = (cause: ApiError) =>
    setError(
      ajeno && cause.body.codigo === 'PAPEL_AJENO'
        ? new ApiError(cause.status, { ...cause.body, message: ajeno })
        : cause,
    )
  const verificar = async (body: { numero: string; codigo: string }) => {
    setPedido(body)
    setError(null)
    setAsking(true)
    try {
      const found = await callWith(contrato.verificar, { body })
      setViejo(false)
      setPapel(found)
      return found
    } catch (cause) {
      // A refusal stands in the form; whoever has no line is told in passing.
      if (cause instanceof ApiError) rechazar(cause)
      if (!(cause instanceof ApiError) || cause.status >= 500)
        notify('warning', String((cause as Error).message))
      return null
    } finally {
      setAsking(false)
    }
  }
  const opened = useEffectEvent(() => enlace && void verificar(enlace))
  useEffect(() => {
    opened()
  }, [])
  const again = useEffectEvent(() => {
    if (!pedido || document.hidden) return
    callWith(contrato.verificar, { body: pedido }).then(
      (found) => {
        setPapel(found)
        setViejo(false)
      },
      (cause: unknown) => {
        // Without an answer what is shown stays, as old as it is, and the next turn asks again.
        setViejo(true)
        if (!(cause instanceof ApiError && cause.body.codigo === 'PAPEL_AJENO')) return
        setPapel(null)
        rechazar(cause)
      },
    )
  })
  const sigue = papel?.sigue === true
  useEffect(() => {
    if (!sigue) return
    const turn = setInterval(() => again(), CADA_MS)
    return () => clearInterval(turn)
  }, [sigue])
  const otro = () => {
    setPapel(null)
    setPedido(enlace)
    setError(null)
  }
  return { papel, pedido, error, asking, viejo, verificar, otro }
}
