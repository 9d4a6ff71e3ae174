import { connect, type Socket } from 'node:net'

/** The result of a load; times are in milliseconds. */
export interface Medida {
  porSegundo: number
  p50: number
  p99: number
  total: number
  /** Number of answers by HTTP status. */
  estados: Record<number, number>
}

export interface Peticion {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

/** The bytes of one request; where possible they are built before the clock starts. */
export function enHilo({ method = 'GET', path, headers = {}, body }: Peticion): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1']
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (text) {
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

/**
 * One keep-alive connection that sends a request, waits for the whole answer and sends the next. It parses only the
 * status and the length of an answer, so that the client takes little processor time from the server.
 */
class Linea {
  readonly #socket: Socket
  #chunks: Buffer[] = []
  #have = 0
  #need = -1
  #done: (status: number) => void = () => {}
  #status = 0
  #body = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('close', () => this.#done(0))
    socket.on('error', () => this.#done(0))
  }

  static abrir(puerto: number): Promise<Linea> {
    return new Promise((resolve, reject) => {
      const socket = connect(puerto, '127.0.0.1', () => resolve(new Linea(socket)))
      socket.setNoDelay(true)
      socket.once('error', reject)
    })
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#have += chunk.length
    if (this.#need < 0) {
      const all = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks)
      const end = all.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = all.toString('latin1', 0, end)
      const length = /content-length: (\d+)/i.exec(head)?.[1]
      this.#status = Number(head.slice(9, 12))
      this.#body = end + 4
      this.#need = this.#body + Number(length ?? 0)
    }
    if (this.#have < this.#need) return
    this.#need = -1
    this.#have = 0
    this.#done(this.#status)
  }

  pedir(text: string): Promise<number> {
    this.#chunks = []
    return new Promise((resolve) => {
      this.#done = resolve
      this.#socket.write(text)
    })
  }

  /** The body of the last answer. */
  get cuerpo(): unknown {
    return JSON.parse(Buffer.concat(this.#chunks).subarray(this.#body).toString())
  }

  cerrar(): void {
    this.#done = () => {}
    this.#socket.destroy()
  }
}

export async function una<T>(puerto: number, peticion: Peticion): Promise<T> {
  const linea = await Linea.abrir(puerto)
  const status = await linea.pedir(enHilo(peticion))
  const { cuerpo } = linea
  linea.cerrar()
  if (status >= 300) throw new Error(`${peticion.path}: ${status} ${JSON.stringify(cuerpo)}`)
  return cuerpo as T
}

const at = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

/** Loads the server with `clientes` connections without pause for `segundos`; `siguiente` builds a client's request. */
export async function cargar(o: {
  puerto: number
  clientes: number
  segundos: number
  siguiente: (cliente: number) => string
}): Promise<Medida> {
  const times: number[] = []
  const estados: Record<number, number> = {}
  const lines = await Promise.all(Array.from({ length: o.clientes }, () => Linea.abrir(o.puerto)))
  const begin = performance.now()
  const end = begin + o.segundos * 1000
  await Promise.all(
    lines.map(async (line, n) => {
      for (let now = performance.now(); now < end; ) {
        const status = await line.pedir(o.siguiente(n))
        const after = performance.now()
        times.push(after - now)
        now = after
        estados[status] = (estados[status] ?? 0) + 1
        if (status === 0) return
      }
    }),
  )
  const seconds = (performance.now() - begin) / 1000
  for (const line of lines) line.cerrar()
  times.sort((a, b) => a - b)
  return {
    porSegundo: times.length / seconds,
    p50: at(times, 0.5),
    p99: at(times, 0.99),
    total: times.length,
    estados,
  }
}
