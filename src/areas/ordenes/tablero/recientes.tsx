import { useState } from 'react'
import type { FilaOrden } from '../contract.ts'
import type { Estado } from '../rules.ts'

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
  const known = new Set([...vistas.claves].map((key) => key.split(':')[0]))
  // One that is over is news to who saw it open; the others only come with their column.
  const fresh = filas
    .filter((fila) => !vistas.claves.has(claveDe(fila)))
    .filter(({ id, estado }) => ABIERTOS.includes(estado) || known.has(String(id)))
    .map(claveDe)
  if (fresh.length === 0) return vistas.llegadas
  const now = Date.now()
  const kept = [...vistas.llegadas].filter(([, at]) => now - at < MARCA_MS)
  const llegadas = new Map([...kept, ...fresh.map((key) => [key, now] as const)])
  setVistas({ filtro, claves: new Set([...vistas.claves, ...fresh]), llegadas })
  return llegadas
}

const ABIERTOS: readonly Estado[] = ['pendiente', 'vencida', 'pagada', 'en_proceso']
const NINGUNA: ReadonlyMap<string, number> = new Map()
