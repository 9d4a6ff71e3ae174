/** What a reading of the session found: the row, and for how many milliseconds nothing but a change can make it untrue. */
export interface Leida<T> {
  fila: T
  resta_ms: number
}

/**
 * Sessions that were read, kept in the process for reads. What is kept is told apart by the token's digest, and
 * forgotten when its time is over, when anything of it changed, and whole while the process does not hear of changes.
 */
export interface Guardadas<T> {
  /** The session as it was read; else reads it, and keeps it unless something changed meanwhile. */
  leer(huella: string, read: () => Promise<Leida<T> | null>): Promise<T | null>
  /** Forgets the sessions of a user, or all: they are read again. */
  olvidar(usuario_id?: number | null): void
  /** Whether changes are heard of; when that begins or ends everything is forgotten. */
  oyendo(si: boolean): void
}

interface Guardada<T> extends Leida<T> {
  desde: number
  reloj: string | null
}

const MAXIMO = 2_000
/** However long nothing would change: a database whose clock was set is asked again by then. */
const MAXIMO_MS = 10_000

export function guardadasDe<T extends { usuario_id: number }>(
  reloj: () => string | null = () => null,
): Guardadas<T> {
  const kept = new Map<string, Guardada<T>>()
  let hears = false
  /** Counts what was forgotten, so that a reading that began before is not kept. */
  let vez = 0

  const vale = ({ desde, resta_ms, reloj: antes }: Guardada<T>) =>
    performance.now() - desde < Math.min(resta_ms, MAXIMO_MS) && antes === reloj()
  const olvidar = (usuario_id: number | null = null) => {
    vez += 1
    if (usuario_id === null) kept.clear()
    else for (const [key, { fila }] of kept) if (fila.usuario_id === usuario_id) kept.delete(key)
  }
  return {
    async leer(huella, read) {
      const one = kept.get(huella)
      if (one && vale(one)) return one.fila
      kept.delete(huella)
      const at = { desde: performance.now(), reloj: reloj() }
      const began = vez
      const found = await read()
      if (found && hears && began === vez && found.resta_ms > 0) {
        // The oldest goes: whoever still uses it reads it again.
        if (kept.size >= MAXIMO) kept.delete(kept.keys().next().value ?? '')
        kept.set(huella, { ...at, ...found })
      }
      return found?.fila ?? null
    },
    olvidar,
    oyendo(si) {
      hears = si
      olvidar()
    },
  }
}
