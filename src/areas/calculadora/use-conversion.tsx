import { useState } from 'react'
import {
  calcular,
  calcularEnTramos,
  decimalesDeLado,
  type Entrada,
} from '../../core/dinero/cotizador.ts'
import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { invalidate, useAnswer } from '../../web/api/query.ts'
import { useCotizada } from '../../web/cotizacion.ts'
import { contrato as monedas } from '../monedas/contract.ts'
import { contrato as pares } from '../pares-divisas/contract.ts'
import { contrato as tipos } from '../tipos-cambios/contract.ts'
import { cotizacionInicial } from './rules.ts'
import { useTasa } from './use-tasa.tsx'

/** The market of the cards. */
const MERCADO = 'usd'

/**
 * The calculator's state: only what was chosen and typed. Rate and cards are cached answers keyed by their question, so
 * a late answer cannot replace that of a newer choice, and a change of the shown one redraws everything.
 */
export function useConversion() {
  // Until chosen, the house's own, which the first answer says.
  const [unPais, setPais] = useState<string | null>(null)
  const [unaBase, setBase] = useState<number | null>(null)
  const casa = monedaFuncional()
  const pais = unPais ?? casa.pais
  const base = unaBase ?? casa.id
  const [elegida, setCotizacion] = useState<number | null | undefined>()
  const [entrada, setEntrada] = useState<Entrada>({ lado: 'envia', valor: null })
  const { data: lista = [], error, refetch } = useAnswer(monedas.lista)
  const corredores = useAnswer(tipos.corredores)
  const usual = () => cotizacionInicial(casa.id, { pais, base }, corredores.data ?? [])
  const cotizacion = elegida === undefined ? usual() : elegida
  const de = lista.find(({ id }) => id === base)
  const a = lista.find(({ id }) => id === cotizacion)
  const quote = useTasa({ pais, base, cotizacion }, (id) =>
    setCotizacion((now) => (now === undefined || now === id ? null : now)),
  )
  const tarjetas = useAnswer(
    pares.tarjetas,
    { params: { country: MERCADO, currencyIso: a?.iso ?? '' } },
    { activa: a !== undefined },
  )
  // The typed amount selects the rate of the corridor; a late answer belongs to another question.
  const calculo =
    quote && de && a
      ? calcularEnTramos(entrada, quote.data.tramos, { de, a })
      : {
          ...calcular(entrada, null, {
            envia: de?.decimales ?? 2,
            recibe: a ? decimalesDeLado('recibe', a) : 2,
          }),
          tramo: null,
        }
  const { tramo } = calculo
  const vigencia = useCotizada(
    `${pais} ${base} ${cotizacion} ${tramo?.segmento}`,
    // A rate without an end of validity never expires on screen.
    tramo?.valida_hasta && quote
      ? {
          historico_id: tramo.historicoTipoCambioId,
          ...{ tasa: tramo.tasa, precision: tramo.precision },
          ...{ envia: calculo.envia, recibe: calculo.recibe },
          tecleado: `${entrada.lado} ${entrada.valor}`,
          hasta: tramo.valida_hasta,
          vence: quote.at + tramo.bloqueo_minutos * 60_000,
        }
      : null,
  )

  function elegirBase(id: number) {
    setBase(id)
    setCotizacion(null)
    // An amount to receive was typed in the old currency and is cleared; an amount to send stays.
    setEntrada(({ lado, valor }) => ({ lado: 'envia', valor: lado === 'envia' ? valor : null }))
  }

  function elegirCotizacion(id: number | null) {
    setCotizacion(id)
    if (id === null) setEntrada({ lado: 'envia', valor: null })
  }

  /** Another country starts with its first quoted corridor. */
  function elegirPais(slug: string) {
    const first = (corredores.data ?? []).find((each) => each.pais === slug)
    setPais(slug)
    setEntrada(({ lado, valor }) => ({ lado: 'envia', valor: lado === 'envia' ? valor : null }))
    setBase(first?.base_id ?? base)
    setCotizacion(first?.cotizacion_id ?? null)
  }

  async function recotizar() {
    vigencia.recotizar()
    await invalidate(['tipos-cambios'])
  }

  return {
    ...{ lista, de, a, base, cotizacion, pais },
    fallo: lista.length === 0 ? error : null,
    reintentar: () => void refetch(),
    paises: paisesDe(corredores.data ?? []),
    tasa: tramo,
    varios: (quote?.data.tramos.length ?? 0) > 1,
    tarjetas: a ? (tarjetas.data ?? []) : [],
    ...calculo,
    lado: entrada.lado,
    vigencia,
    recotizar,
    ...{ elegirBase, elegirCotizacion, elegirPais },
    escribir: (lado: Entrada['lado'], valor: string | null) => setEntrada({ lado, valor }),
  }
}

/** The countries with quoted rates; the initial one is always included. */
function paisesDe(corredores: readonly { pais: string; pais_nombre: string }[]) {
  const casa = monedaFuncional()
  const known = new Map([[casa.pais, casa.pais_nombre]])
  for (const { pais, pais_nombre } of corredores) known.set(pais, pais_nombre)
  return [...known].map(([id, nombre]) => ({ id, nombre }))
}
