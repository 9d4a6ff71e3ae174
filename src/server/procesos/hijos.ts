import cluster, { type Worker } from 'node:cluster'
import { getCompileCacheDir } from 'node:module'

/** Waits before a process that ended is started again: doubled each time, up to the last. */
const ESPERA_MS = [100, 30_000] as const
/** A process that served this long begins with the first wait again. */
const SANO_MS = 60_000
/** How long a process may take to say what it measured. */
const MEDIDA_MS = 2_000

/** What a process of several gets from the one that opened the house. */
export interface Reparto<T> {
  /** Its number, from 1: a process that takes the place of another has its number. */
  numero: number
  /** It says for all of them what is said once. */
  anuncia: boolean
  casa: T
}

type DelPadre = { reparto: Reparto<unknown> } | { mide: number }
type DelHijo = { listo: true } | { medida: unknown; de: number }

/** Whether this process is one of several, started by another. */
export const esHijo = () => cluster.isWorker

/** What the process that opened the house gives to this one. */
export function recibir<T>(): Promise<Reparto<T>> {
  return new Promise((resolve) => {
    process.once('message', (message: DelPadre) => {
      if ('reparto' in message) resolve(message.reparto as Reparto<T>)
    })
  })
}

/** This process serves: the next ones are started. */
export const avisarListo = () => process.send?.({ listo: true } satisfies DelHijo)

/** Answers with what this process measured, whenever it is asked. */
export function contarMedidas(leer: () => Promise<unknown>): void {
  process.on('message', async (message: DelPadre) => {
    if (!('mide' in message)) return
    const medida = await leer().catch(() => null)
    if (process.connected) process.send?.({ medida, de: message.mide } satisfies DelHijo)
  })
}

export interface Hijos {
  /** How many there have to be. */
  procesos: number
  /** Asks each process what it measured, and tells `oye` of each that answers, under a number that no other one has. */
  medir(oye: (proceso: number, medida: unknown) => void): Promise<void>
  /** `oye` hears of each process that ends, by that number; nothing more comes of it. */
  alTerminar(oye: (proceso: number) => void): void
  /** Ends them one after another: the others serve meanwhile. */
  parar(): Promise<void>
}

interface Puesto {
  worker: Worker
  espera: number
  otra: NodeJS.Timeout | undefined
}

/**
 * Starts `procesos` processes that share a port, each with `casa`, and starts another in the place of one that ends, after
 * a wait that grows. The first one serves before the others are started.
 * @throws Error without words when it ended before it served: it said why by itself.
 */
export async function repartir<T>(
  procesos: number,
  casa: T,
  decir: (text: string) => void,
): Promise<Hijos> {
  const puestos = new Map<number, Puesto>()
  const cache = getCompileCacheDir()
  let parando = false
  let anunciado = false
  let termina: (proceso: number) => void = () => {}

  const abrir = (numero: number, espera: number = ESPERA_MS[0]): Promise<boolean> => {
    const worker = cluster.fork(cache ? { NODE_COMPILE_CACHE: cache } : {})
    const puesto: Puesto = { worker, espera, otra: undefined }
    puestos.set(numero, puesto)
    const desde = performance.now()
    worker.on('error', () => {})
    worker.send({ reparto: { numero, anuncia: !anunciado, casa } } satisfies DelPadre)
    return new Promise((resolve) => {
      worker.on('message', (message: DelHijo) => {
        if (!('listo' in message)) return
        anunciado = true
        resolve(true)
      })
      worker.once('exit', (code, signal) => {
        resolve(false)
        if (parando) return
        termina(worker.id)
        if (!anunciado) return
        const sano = performance.now() - desde > SANO_MS
        const espera = sano ? ESPERA_MS[0] : puesto.espera
        decir(`El proceso ${numero} terminó (${signal ?? code}); se inicia otro en su lugar.`)
        puesto.otra = setTimeout(() => {
          void abrir(numero, Math.min(2 * espera, ESPERA_MS[1]))
        }, espera)
      })
    })
  }

  if (!(await abrir(1))) throw new Error('')
  await Promise.all(Array.from({ length: procesos - 1 }, (_, n) => abrir(n + 2)))
  let preguntas = 0
  return {
    procesos,
    async medir(oye) {
      preguntas += 1
      const all = [...puestos.values()].map(({ worker }) => preguntar(worker, preguntas, oye))
      await Promise.all(all)
    },
    alTerminar(oye) {
      termina = oye
    },
    async parar() {
      parando = true
      for (const { worker, otra } of puestos.values()) {
        clearTimeout(otra)
        if (worker.isDead()) continue
        const ended = new Promise((done) => worker.once('exit', done))
        worker.process.kill('SIGTERM')
        await ended
      }
    },
  }
}

/** Tells `oye` what a process measured, unless it ends or does not answer in time. */
function preguntar(
  worker: Worker,
  pregunta: number,
  oye: (proceso: number, medida: unknown) => void,
): Promise<void> {
  if (!worker.isConnected()) return Promise.resolve()
  return new Promise((resolve) => {
    const hear = (message: DelHijo) => {
      if (!('medida' in message) || message.de !== pregunta) return
      if (message.medida !== null) oye(worker.id, message.medida)
      end()
    }
    const end = () => {
      clearTimeout(timer)
      worker.off('message', hear)
      worker.off('exit', end)
      resolve()
    }
    const timer = setTimeout(end, MEDIDA_MS)
    worker.on('message', hear)
    worker.on('exit', end)
    worker.send({ mide: pregunta } satisfies DelPadre)
  })
}
