import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../web/api/http.ts'
import { invalidate, useAnswer } from '../../web/api/query.ts'
import { notify } from '../../web/avisos/notify.ts'
import { contrato as tipos } from '../tipos-cambios/contract.ts'

/** An open calculator asks again before what it says about its rate's validity is old. */
const REFRESH_MS = 5 * 60_000

/** The server's own no, and not a lost answer: only that says something about the rate. */
function isRefusal(cause: Error): boolean {
  return cause instanceof ApiError && cause.status < 500
}

interface Elegido {
  pais: string
  base: number
  cotizacion: number | null
}

/** The rates of what is chosen; when they are refused, says why and lets go of the target. */
export function useTasa({ pais, base, cotizacion }: Elegido, soltar: (cotizacion: number) => void) {
  const params = { paisId: pais, divisaBaseId: base, divisaCotizacionId: cotizacion ?? 0 }
  const { data, error, dataUpdatedAt } = useAnswer(
    tipos.divisas,
    { params },
    { activa: cotizacion !== null },
  )
  // A rate on screen outlives a cut connection, which the bar tells of; not a refusal.
  const gone = error !== null && (data === undefined || isRefusal(error))
  const refused = useEffectEvent((cause: Error) => {
    // The dialog that asks to sign in again says it all.
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
