import { useState } from 'react'
import { useAhora } from './reloj.ts'

/** The current quote. */
export interface Cotizada {
  historico_id: number
  tasa: string
  precision: number
  envia: string | null
  recibe: string | null
  /** The typed amount and its side; another amount is another quote. */
  tecleado: string
  /** End of the quote's validity, as displayed. */
  hasta: string
  /** The same by this machine's clock, in milliseconds. */
  vence: number
}

const PRONTO_MS = 5 * 60_000

interface Fija extends Cotizada {
  clave: string
  /** The quote before the rate changed for the same amount. */
  anterior: Cotizada | null
  /** The user requested a new quote: the next answer sets the validity. */
  renueva: boolean
}

/**
 * Keeps a quote's original validity: a later answer does not prolong it. When the rate changes for the typed amount,
 * the previous quote stays available (`anterior`) and the amount is kept. `clave` identifies the corridor and segment;
 * another key starts a new quote. Null: nothing is quoted. Its end is seen at its very instant.
 */
export function useCotizada(clave: string, actual: Cotizada | null) {
  const [fija, setFija] = useState<Fija | null>(null)
  const next = siguiente(fija, clave, actual)
  if (next !== fija) setFija(next)
  const ahora = useAhora(next?.vence)
  const resta = next ? next.vence - ahora : 0
  return {
    cotizada: next,
    anterior: next?.anterior ?? null,
    vencida: next !== null && resta <= 0,
    /** The validity ends within five minutes. */
    pronto: resta > 0 && resta <= PRONTO_MS,
    falta: falta(resta),
    /** Call it when a new answer has arrived or is loading. */
    recotizar: () => setFija((now) => now && { ...now, renueva: true }),
  }
}

function siguiente(fija: Fija | null, clave: string, actual: Cotizada | null): Fija | null {
  if (!actual) return null
  if (fija?.clave !== clave || fija.tecleado !== actual.tecleado) {
    return { ...actual, clave, anterior: null, renueva: false }
  }
  if (fija.historico_id !== actual.historico_id) {
    return { ...actual, clave, anterior: fija, renueva: false }
  }
  if (fija.renueva && actual.vence > fija.vence) {
    return { ...actual, clave, anterior: fija.anterior, renueva: false }
  }
  return fija
}

/** `faltan 12 min`, `falta menos de 1 min`. */
function falta(ms: number): string {
  if (ms <= 0) return ''
  const minutes = Math.floor(ms / 60_000)
  if (minutes === 0) return 'falta menos de 1 min'
  return minutes === 1 ? 'falta 1 min' : `faltan ${minutes} min`
}
