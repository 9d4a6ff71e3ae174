import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../web/http.ts'
import { notify } from '../../web/notify.ts'
import { invalidate, useAnswer } from '../../web/query.ts'
import { contrato as monedas } from '../monedas/contract.ts'
import { contrato as pares } from '../pares-divisas/contract.ts'
import { contrato as tipos } from '../tipos-cambios/contract.ts'
import { calcular, calcularEnTramos, type Entrada } from './rules.ts'

/** The seed's defaults (section 9). */
const PAIS = 'pe'
const MERCADO = 'usd'
const BASE_ID = 2
const COTIZACION_ID = 1

/** An open calculator asks again before what it says about its rate's validity is old. */
const REFRESH_MS = 5 * 60_000

/**
 * The calculator's state: what was chosen and typed, and nothing else. Rate and cards are answers kept
 * under the question they belong to, so a late one never takes the place of a newer choice, and one that
 * changes while it is shown redraws everything.
 */
export function useConversion() {
  const [base, setBase] = useState(BASE_ID)
  const [cotizacion, setCotizacion] = useState<number | null>(COTIZACION_ID)
  const [entrada, setEntrada] = useState<Entrada>({ lado: 'envia', valor: null })
  const { data: lista = [], error, refetch } = useAnswer(monedas.lista)
  const de = lista.find(({ id }) => id === base)
  const a = lista.find(({ id }) => id === cotizacion)
  const quote = useTasa(base, cotizacion, (id) => setCotizacion((now) => (now === id ? null : now)))
  const tarjetas = useAnswer(
    pares.tarjetas,
    { params: { country: MERCADO, currencyIso: a?.iso ?? '' } },
    { activa: a !== undefined },
  )

  function elegirBase(id: number) {
    setBase(id)
    setCotizacion(null)
    // What was typed as a total to receive goes with its currency; an amount to send stays.
    setEntrada(({ lado, valor }) => ({ lado: 'envia', valor: lado === 'envia' ? valor : null }))
  }

  function elegirCotizacion(id: number | null) {
    setCotizacion(id)
    if (id === null) setEntrada({ lado: 'envia', valor: null })
  }

  // The amount typed says which of the corridor's rates it is; a late answer is of another question.
  const calculo =
    quote && de && a
      ? calcularEnTramos(entrada, quote.tramos, { de, a })
      : {
          ...calcular(entrada, null, { envia: de?.decimales ?? 2, recibe: a?.decimales ?? 2 }),
          tramo: null,
        }

  return {
    lista,
    fallo: lista.length === 0 ? error : null,
    reintentar: () => void refetch(),
    de,
    a,
    base,
    cotizacion,
    tasa: calculo.tramo,
    varios: (quote?.tramos.length ?? 0) > 1,
    tarjetas: a ? (tarjetas.data ?? []) : [],
    ...calculo,
    lado: entrada.lado,
    elegirBase,
    elegirCotizacion,
    escribir: (lado: Entrada['lado'], valor: string | null) => setEntrada({ lado, valor }),
  }
}

/** The server's own no, and not a lost answer: only that says something about the rate. */
function isRefusal(cause: Error): boolean {
  return cause instanceof ApiError && cause.status < 500
}

/** The rate of what is chosen; when it is refused, says why and lets go of the target. */
function useTasa(base: number, cotizacion: number | null, soltar: (cotizacion: number) => void) {
  const params = { paisId: PAIS, divisaBaseId: base, divisaCotizacionId: cotizacion ?? 0 }
  const { data, error } = useAnswer(tipos.divisas, { params }, { activa: cotizacion !== null })
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
  return cotizacion === null || gone ? null : (data ?? null)
}
