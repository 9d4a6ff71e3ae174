import type { AnswerOf } from '../../core/contract.ts'
import { callWith, queryKey } from '../../web/api/api.ts'
import { onEvento } from '../../web/api/events.ts'
import { VUELVE } from '../../web/api/pausa.ts'
import { queryClient } from '../../web/api/query.ts'
import { LLAVE_TASAS, onSesion, sesion } from '../../web/sesion/sesion.ts'
import { contrato as monedas } from '../monedas/contract.ts'
import { contrato as tipos } from '../tipos-cambios/contract.ts'

/** The least time between two readings of the rates that are kept. */
const CALM_MS = 60_000

/** The rates as this browser last read them, of every corridor. They say nothing of anybody, and end with Salir. */
export interface Ultimas {
  /** When they were read. */
  en: number
  tasas: AnswerOf<typeof tipos.ultimas>
  monedas: AnswerOf<typeof monedas.lista>
}

export function leerUltimas(): Ultimas | null {
  try {
    return JSON.parse(localStorage.getItem(LLAVE_TASAS) ?? 'null')
  } catch {
    return null
  }
}

async function guardar(): Promise<void> {
  const { estatus, vencida, usuario } = sesion()
  if (!estatus || vencida || usuario?.debe) return
  const en = Date.now()
  const [tasas, lista] = await Promise.all([
    callWith(tipos.ultimas, undefined),
    callWith(monedas.lista, undefined),
  ])
  // Whoever left meanwhile leaves nothing behind.
  if (!sesion().estatus) return
  localStorage.setItem(LLAVE_TASAS, JSON.stringify({ en, tasas, monedas: lista } satisfies Ultimas))
}

/** Keeps the rates of this browser current: read once somebody is signed in, and again after a change. */
export function conservar(): void {
  let due = false
  let last = 0
  let signedIn = false
  const keep = () => {
    due = false
    last = Date.now()
    // What failed is tried at the next change.
    guardar().catch(() => {})
  }
  const plan = () => {
    if (!due) setTimeout(keep, Math.max(CALM_MS - (Date.now() - last), 0))
    due = true
  }
  onEvento((area) => {
    if (['tipos-cambios', 'pares-divisas', 'monedas'].includes(area)) plan()
  })
  // Changes while the line was cut were not heard of.
  addEventListener(VUELVE, plan)
  const follow = () => {
    const { estatus } = sesion()
    if (estatus && !signedIn) keep()
    signedIn = estatus
  }
  onSesion(follow)
  follow()
}

/** Gives the calculator what it asks for out of the kept rates, where it has no answer: for when none can come. */
export function sembrar(): Ultimas | null {
  const kept = leerUltimas()
  if (!kept) return null
  const put = (key: readonly unknown[], answer: unknown) => {
    if (queryClient.getQueryData(key) === undefined)
      queryClient.setQueryData(key, answer, { updatedAt: kept.en })
  }
  put(queryKey(monedas.lista), kept.monedas)
  put(queryKey(tipos.corredores), kept.tasas)
  for (const { pais, base_id, cotizacion_id, tramos } of kept.tasas) {
    const params = { paisId: pais, divisaBaseId: base_id, divisaCotizacionId: cotizacion_id }
    const publico = tramos.find(({ segmento }) => segmento === 'publico') ?? tramos[0]
    put(queryKey(tipos.divisas, { params }), { ...publico, tramos })
  }
  return kept
}
