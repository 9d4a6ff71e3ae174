import { useState } from 'react'
import { ESTADOS, type Estado } from '../rules.ts'

const PLACE = 'ordenes:plegadas'
type Elegidas = Partial<Record<Estado, boolean>>

/**
 * Columns folded to their edge: as somebody chose on this machine, else those that need nobody: the annulled, and
 * the expired while there are none.
 */
export function usePlegadas(cuantas: (estado: Estado) => number) {
  const [elegidas, setElegidas] = useState<Elegidas>(read)
  const plegada = (estado: Estado) =>
    elegidas[estado] ?? (estado === 'anulada' || (estado === 'vencida' && cuantas(estado) === 0))
  function plegar(estado: Estado) {
    const next = { ...elegidas, [estado]: !plegada(estado) }
    localStorage.setItem(PLACE, JSON.stringify(next))
    setElegidas(next)
  }
  return { plegada, plegar }
}

function read(): Elegidas {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '{}')
    const pairs = Object.entries(kept as object).filter(([estado]) => estado in ESTADOS)
    return Object.fromEntries(pairs.map(([estado, folded]) => [estado, folded === true]))
  } catch {
    // Something else wrote there: the defaults serve.
    return {}
  }
}
