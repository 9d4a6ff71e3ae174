import type { Db } from '../db.ts'

/** A request that waits for its set. */
interface Espera<P, R> {
  readonly pedido: P
  readonly claves: readonly string[]
  /** It has waited for company as long as it may. */
  tarde: boolean
  readonly listo: (answer: R) => void
  readonly falla: (error: unknown) => void
}

/** What only a test asks for: sets of as many requests as it says, instead of as many as happen to be there. */
export interface Juntos {
  /** Requests in a set: it goes with as many, and never with more. */
  de: number
  /** Milliseconds after which a request goes with those that are there. */
  espera: number
}

export interface LoteOptions<P, R> {
  /** Requests in a set at most. */
  readonly maximo: number
  /** Sets under way at once, at most. */
  readonly aLaVez: number
  /** Milliseconds after which a set that is still under way, because it waits for a lock, lets the next one go. */
  readonly paciencia: number
  /** What two requests must not have in common to share a set, or to be under way at once. */
  claves(pedido: P): readonly string[]
  /** The order in which a set's requests take their locks. */
  orden(a: P, b: P): number
  /** Asks for all of them in one transaction; answers in their order, null for one that is to be asked again. */
  pedir(db: Db, pedidos: readonly P[]): Promise<readonly (R | null)[]>
  /** Whether an error leaves open what became of the set. Then nobody is asked for again, and each hears of it. */
  incierto?(error: unknown): boolean
  readonly juntos?: Juntos | undefined
}

/**
 * Gathers requests into sets: the first goes at once, and those that arrive while sets are under way go together with
 * the next. A set that fails is asked for one by one, so that no request pays for another's failure.
 */
export class Lote<P, R> {
  readonly #db: Db
  readonly #o: LoteOptions<P, R>
  #cola: Espera<P, R>[] = []
  readonly #ocupadas = new Set<string>()
  /** Sets under way, and how many of them are not slow. */
  #enVuelo = 0
  #corriendo = 0

  constructor(db: Db, options: LoteOptions<P, R>) {
    this.#db = db
    this.#o = options
  }

  /** The answer to one request. @throws what the database refuses it for. */
  pedir(pedido: P): Promise<R> {
    return new Promise((listo, falla) => {
      const each = { pedido, claves: this.#o.claves(pedido), tarde: false, listo, falla }
      this.#cola.push(each)
      this.#salir()
      if (!this.#o.juntos) return
      setTimeout(() => {
        each.tarde = true
        this.#salir()
      }, this.#o.juntos.espera)
    })
  }

  #salir(): void {
    while (this.#corriendo === 0 && this.#enVuelo < this.#o.aLaVez) {
      const set = this.#tomar()
      if (set.length === 0) return
      void this.#volar(set)
    }
  }

  async #volar(set: readonly Espera<P, R>[]): Promise<void> {
    let slow = false
    this.#enVuelo += 1
    this.#corriendo += 1
    const timer = setTimeout(() => {
      slow = true
      this.#corriendo -= 1
      this.#salir()
    }, this.#o.paciencia)
    await this.#hacer(set)
    clearTimeout(timer)
    if (!slow) this.#corriendo -= 1
    this.#enVuelo -= 1
    for (const { claves } of set) for (const key of claves) this.#ocupadas.delete(key)
    this.#salir()
  }

  /** Takes the requests that may share a set from the queue; the others keep their place. */
  #tomar(): Espera<P, R>[] {
    const { juntos } = this.#o
    const set: Espera<P, R>[] = []
    const rest: Espera<P, R>[] = []
    const taken = new Set<string>()
    for (const each of this.#cola) {
      const free = !each.claves.some((key) => this.#ocupadas.has(key) || taken.has(key))
      if (set.length === (juntos?.de ?? this.#o.maximo) || !free) rest.push(each)
      else {
        set.push(each)
        for (const key of each.claves) taken.add(key)
      }
    }
    if (juntos && set.length < juntos.de && !set.some(({ tarde }) => tarde)) return []
    for (const key of taken) this.#ocupadas.add(key)
    this.#cola = rest
    return set.sort((a, b) => this.#o.orden(a.pedido, b.pedido))
  }

  async #hacer(set: readonly Espera<P, R>[]): Promise<void> {
    try {
      const answers = await this.#o.pedir(
        this.#db,
        set.map(({ pedido }) => pedido),
      )
      const again = set.filter((each, n) => {
        const answer = answers[n]
        if (answer === undefined || answer === null) return true
        each.listo(answer)
        return false
      })
      // Alone it shares nothing with anybody.
      await Promise.all(again.map((each) => this.#hacer([each])))
    } catch (error) {
      if (set.length === 1 || this.#o.incierto?.(error)) for (const { falla } of set) falla(error)
      else await Promise.all(set.map((each) => this.#hacer([each])))
    }
  }
}

const juntosDe = new WeakMap<Db, Juntos>()

/** Makes the gatherers of a database wait for company; `juntos` may be changed while they serve. */
export const esperarJuntos = (db: Db, juntos: Juntos) => juntosDe.set(db, juntos)

/** The gatherer of each database: one for all requests of a process. */
export function porBase<P, R>(options: LoteOptions<P, R>): (db: Db) => Lote<P, R> {
  const made = new WeakMap<Db, Lote<P, R>>()
  return (db) => {
    const known = made.get(db)
    if (known) return known
    const lote = new Lote(db, { ...options, juntos: juntosDe.get(db) })
    made.set(db, lote)
    return lote
  }
}
