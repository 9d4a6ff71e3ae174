import { Agent, request } from 'node:http'
import { PLAZO } from '../support/plazos.ts'

export interface Respuesta {
  status: number
  // The body of any call; the reader casts it to the fields that it needs.
  body: Record<string, unknown>
  headers: Record<string, string | string[] | undefined>
  ms: number
}

export interface Pedido {
  method?: string
  path: string
  token?: string | undefined
  clave?: string
  body?: unknown
  /** Milliseconds after which an answer counts as lost. */
  plazo?: number
}

/** An HTTP client with one keep-alive connection, like one browser. */
export class Conexion {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #puerto: () => number

  constructor(puerto: () => number) {
    this.#puerto = puerto
  }

  /** The answer; null when the outcome of the request is unknown. */
  pedir({ method = 'GET', path, token, clave, body, plazo = PLAZO }: Pedido) {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const begin = performance.now()
    return new Promise<Respuesta | null>((resolve) => {
      const sent = request(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port: this.#puerto(),
          method,
          path,
          headers: {
            ...(token && { 'x-token': token }),
            ...(clave && { 'idempotency-key': clave }),
            ...(text !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(text),
            }),
          },
        },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('error', () => resolve(null))
          answer.on('close', () => !answer.complete && resolve(null))
          answer.on('end', () => {
            const ms = performance.now() - begin
            const { statusCode: status = 0, headers } = answer
            resolve({ status, body: JSON.parse(Buffer.concat(parts).toString()), headers, ms })
          })
        },
      )
      sent.setTimeout(plazo, () => sent.destroy())
      sent.on('error', () => resolve(null))
      sent.on('close', () => resolve(null))
      sent.end(text)
    })
  }

  cerrar(): void {
    this.#agent.destroy()
  }
}
