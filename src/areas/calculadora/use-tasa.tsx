import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../web/api/http.ts'
import { invalidate, useAnswer } from '../../web/api/query.ts'
import { notify } from '../../web/avisos/notify.ts'
import { contrato as tipos } from '../tipos-cambios/contract.ts'

/** Refetch interval of an open calculator, so that the shown validity stays current. */
const REFRESH_MS = 5 * 60_000

/** True when the server refused, unlike a lost connection: only a refusal says something about the rate. */
function isRefusal(cause: Error): boolean {
  return cause instanceof ApiError && cause.status < 500
}

interface Elegido {
  pais: string
  base: number
  cotizacion: number | null
}

/** The rates of the chosen corridor; when the server refuses them, reports why and clears the target currency. */
export function useTasa({ pais, base, cotizacion }: Elegido, soltar: (cotizacion: number) => void) {
  const params = { paisId: pais, divisaBaseId: base, divisaCotizacionId: cotizacion ?? 0 }
  const { data, error, dataUpdatedAt } = useAnswer(
    tipos.divisas,
    { params },
    { activa: cotizacion !== null },
  )
  // A rate on screen stays during a lost connection, which the bar reports; a refusal removes it.
  const gone = error !== null && (data === undefined || isRefusal(error))
  const refused = useEffectEvent((cause: Error) => {
    // No message: the dialog that asks to sign in again is enough.
    const signIn = cause instanceof ApiError && cause.status === 401
    if (cotizacion === null || signIn || !gone) return
    notify('warning', cause.message)
    soltar(cotizacion)
  })
  useEffect(() => {
    if (error) refused(error)
  }, [error])
  useEffect(() => {
    const timer = setInterval(() => void invalidate(['tipos-cambios']), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return cotizacion === null || gone || !data ? null : { data, at: dataUpdatedAt }
}
