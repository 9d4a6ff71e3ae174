import type { Azar } from '../../test/jaula/azar.ts'
import type { Local } from '../../test/jaula/casa.ts'
import { Conexion } from '../../test/jaula/cliente.ts'
import {
  cuenta,
  type Historia,
  hastaSaber,
  historiaNueva,
  operacion,
  type Suceso,
} from '../../test/jaula/historia.ts'
import { hasta } from './hasta.ts'

/** How long one operation is asked for again, with its key, before it counts as an error to its caller. */
const PACIENCIA = 120_000

interface Veces {
  pedida: number
  acusada: number
}

/** Callers that post purchases and sales without pause, each with its key until it knows, and when they were answered. */
export class Escritores {
  readonly historia: Historia = historiaNueva()
  readonly #acuses: number[] = []
  /** When each operation was asked for first and when it was acknowledged, by the clock of this machine. */
  readonly #veces = new Map<string, Veces>()
  readonly #fin: Promise<unknown>
  #siguen = true

  constructor(o: { casa: Local; azar: Azar; cuantos: number; puerto: number }) {
    const each = async (_: unknown, n: number) => {
      const azar = o.azar.rama()
      const token = o.casa.tokens[n] ?? ''
      const conexion = new Conexion(() => o.puerto)
      while (this.#siguen) {
        const suceso: Suceso = {
          ...{ path: '/api/compras-ventas', cuerpo: operacion(azar, o.casa) },
          ...{ clave: azar.uuid(), token, fin: 'pedido', veces: 0 },
        }
        this.historia.sucesos.push(suceso)
        const pedida = Date.now()
        await hastaSaber(conexion, suceso, this.historia, PACIENCIA)
        if (suceso.fin !== 'ok') continue
        this.#acuses.push(performance.now())
        this.#veces.set(suceso.clave, { pedida, acusada: Date.now() })
      }
      conexion.cerrar()
    }
    this.#fin = Promise.all(Array.from({ length: o.cuantos }, each))
  }

  get acusadas(): number {
    return this.#acuses.length
  }

  get cuenta(): ReturnType<typeof cuenta> {
    return cuenta(this.historia)
  }

  get errores(): Historia['errores'] {
    return this.historia.errores
  }

  /** The keys of what was acknowledged before an instant, in milliseconds since 1970. */
  antesDe(instante: number): string[] {
    return [...this.#veces].flatMap(([clave, { acusada }]) => (acusada < instante ? [clave] : []))
  }

  /** The keys of what was acknowledged and was first asked for after an instant. */
  despuesDe(instante: number): string[] {
    return [...this.#veces].flatMap(([clave, { pedida }]) => (pedida > instante ? [clave] : []))
  }

  /** Waits until each writer may have been answered since now. */
  async avanzan(ms?: number): Promise<void> {
    const goal = this.acusadas + 50
    await hasta('escrituras', async () => this.acusadas >= goal, ms).catch((error: Error) => {
      const last = this.historia.sucesos.findLast(({ respuesta }) => respuesta)?.respuesta
      const said = { ...this.cuenta, errores: this.errores.slice(0, 3), last }
      throw new Error(`${error.message} ${JSON.stringify(said)}`)
    })
  }

  /** The longest time without an acknowledgement since `from`, in milliseconds. */
  pausa(from: number): number {
    const last = this.#acuses.findLast((each) => each <= from) ?? from
    const times = [last, ...this.#acuses.filter((each) => each > from)]
    return Math.max(...times.map((each, n) => each - (times[n - 1] ?? each)))
  }

  async parar(): Promise<void> {
    this.#siguen = false
    await this.#fin
  }
}
