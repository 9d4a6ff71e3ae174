import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** How much is read of bodies that were answered before their end. */
export interface Resto {
  /** Of one body; the largest file that is taken has 5 MB, and the shipped proxies pass on 6. */
  bytes: number
  /** From the answer on. */
  ms: number
  /** Connections at once; of one more nothing is read. */
  conexiones: number
}

const RESTO: Resto = { bytes: 8 * 1024 * 1024, ms: 10_000, conexiones: 64 }

/**
 * Lets whoever is still sending a body read the answer that it got early: too large, without a session, too many
 * requests. Closing a connection with bytes that nobody read resets it, and the reset overtakes the answer: a browser
 * says that the connection failed, a proxy 502. So the answer says that the connection closes, its end is sent, and
 * what still comes is read and thrown away until the body ends or the bound is reached.
 *
 * Answers what to go through before an answer that passes no hook.
 */
export function leerRestos(
  app: FastifyInstance,
  { bytes, ms, conexiones }: Resto = RESTO,
): (reply: FastifyReply, luego: () => void) => void {
  const open = new Set<Socket>()
  const leer = (reply: FastifyReply) => {
    const { raw } = reply.request
    const { socket } = raw
    if (raw.complete) return
    reply.header('connection', 'close')
    if (open.size >= conexiones || open.has(socket)) return
    open.add(socket)
    const timer = setTimeout(() => socket.destroy(), ms)
    socket.once('close', () => {
      clearTimeout(timer)
      open.delete(socket)
    })
    let left = bytes
    raw.on('data', ({ length }: Buffer) => {
      left -= length
      if (left < 0) socket.destroy()
    })
    soloNuestraMitad(socket, raw)
  }
  const antes = (reply: FastifyReply, luego: () => void) => {
    const { raw } = reply.request
    if (raw.httpVersionMajor === 2) terminarStream(reply)
    else if (raw.complete === false && traeCuerpo(raw)) {
      // What came in the same packet is taken first.
      setImmediate(() => {
        leer(reply)
        luego()
      })
      return
    }
    luego()
  }
  app.addHook('onSend', (_request, reply, _payload, done) => antes(reply, done))
  // Whoever ends the program does not wait for them.
  app.addHook('preClose', (done) => {
    for (const socket of open) socket.destroy()
    done()
  })
  return antes
}

const traeCuerpo = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Node calls `destroySoon` when an answer that closes is written: until the body ends, only our half is closed. */
function soloNuestraMitad(socket: Socket, body: IncomingMessage): void {
  const { destroySoon } = socket
  let answered = false
  socket.destroySoon = () => {
    answered = true
    socket.end()
  }
  body.once('end', () => {
    socket.destroySoon = destroySoon
    if (answered) socket.destroySoon()
  })
}

/** HTTP/2 has a word for it: no more of the body is wanted, and that is no error; the connection goes on. */
function terminarStream(reply: FastifyReply): void {
  const { complete, stream } = reply.request.raw as unknown as Http2ServerRequest
  if (complete || stream.endAfterHeaders) return
  // In the same turn Node ends the stream on its side alone.
  stream.once('finish', () => setImmediate(() => stream.close()))
}
