import type { BlockerFnArgs } from '@tanstack/history'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { history, leer, subscribe } from './ruteo.ts'

/** A part of the router's state; rerenders when it changes. The part is a primitive, or an object that stays the same. */
export function useRuteo<T>(part: (estado: ReturnType<typeof leer>) => T): T {
  return useSyncExternalStore(subscribe, () => part(leer()))
}

interface Pregunta {
  seguir: () => void
  quedarse: () => void
}

/**
 * Asks before the screen is left, by a link or by going back. `pregunta` asks it of the user; closing the tab asks with
 * the browser's own words.
 */
export function useAntesDeSalir(asks: () => boolean): Pregunta | null {
  const [pregunta, setPregunta] = useState<Pregunta | null>(null)
  const latest = useRef(asks)
  latest.current = asks
  useEffect(() => {
    const blockerFn = async ({ currentLocation, nextLocation }: BlockerFnArgs) => {
      // The same screen with other search parameters is not leaving.
      if (currentLocation.pathname === nextLocation.pathname || !latest.current()) return false
      const stays = await new Promise<boolean>((resolve) => {
        setPregunta({ seguir: () => resolve(false), quedarse: () => resolve(true) })
      })
      setPregunta(null)
      return stays
    }
    return history.block({ blockerFn, enableBeforeUnload: () => latest.current() })
  }, [])
  return pregunta
}
