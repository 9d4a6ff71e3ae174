import { useState } from 'react'
import type { FilaOrden } from './contract.ts'

/** For so long an order that just came is marked. */
const MARCA_MS = 60_000

interface Vistas {
  filtro: string
  claves: ReadonlySet<string>
  llegadas: ReadonlyMap<string, number>
}

/** An order in a state: when it moves, it is another one for its column. */
export const claveDe = ({ id, estado }: Pick<FilaOrden, 'id' | 'estado'>) => `${id}:${estado}`

/**
 * What came or moved since the last answer, by `claveDe`. Nothing is new at first, nor because the filters let
 * more through.
 */
export function useRecientes(
  filas: readonly FilaOrden[] | undefined,
  filtro: string,
): ReadonlyMap<string, number> {
  const [vistas, setVistas] = useState<Vistas>()
  if (!filas) return NINGUNA
  const keys = filas.map(claveDe)
  if (vistas?.filtro !== filtro) {
    setVistas({ filtro, claves: new Set(keys), llegadas: NINGUNA })
    return NINGUNA
  }
  const fresh = keys.filter((key) => !vistas.claves.has(key))
  if (fresh.length === 0) return vistas.llegadas
  const now = Date.now()
  const kept = [...vistas.llegadas].filter(([, at]) => now - at < MARCA_MS)
  const llegadas = new Map([...kept, ...fresh.map((key) => [key, now] as const)])
  setVistas({ filtro, claves: new Set([...vistas.claves, ...fresh]), llegadas })
  return llegadas
}

const NINGUNA: ReadonlyMap<string, number> = new Map()
