import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Mensaje {
  chat_id: string
  text: string
  parse_mode: string
}

/** How the server answers the next calls, in order; `ok` after the last one. */
export type Humor =
  | 'ok'
  | 'mudo'
  | '429'
  | 'mañana'
  | '500'
  | 'basura'
  | 'corta'
  | '400'
  | '401'
  | '403'
  | 'mudado'

export interface Bot {
  raiz: string
  /** The accepted messages, in order. */
  recibidos: Mensaje[]
  /** Every call received, whatever the answer. */
  llamadas: { path: string; mensaje: Mensaje }[]
  humores: Humor[]
  /** The offset of every call that read messages. */
  lecturas: number[]
  /** What somebody writes to the bot in a private chat, unless `grupo`. */
  escribir(chat_id: number, text: string, tipo?: 'private' | 'group'): void
  cerrar(): Promise<void>
  /** Listens on the same port again, after `cerrar`. */
  reabrir(): Promise<void>
}

const ERRORES = {
  '500': { error_code: 500, description: 'Internal Server Error' },
  '400': { error_code: 400, description: 'Bad Request: chat not found' },
  '401': { error_code: 401, description: 'Unauthorized' },
  '403': { error_code: 403, description: 'Forbidden: bot was kicked' },
  '429': { error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 7 } },
  mañana: {
    error_code: 429,
    description: 'Too Many Requests',
    parameters: { retry_after: 86_400 },
  },
  mudado: {
    error_code: 400,
    description: 'Bad Request: group chat was upgraded',
    parameters: { migrate_to_chat_id: -100777 },
  },
} as const

/** A server with the part of the Bot API that the program uses; it fails as the test tells it. */
export async function abrirBot(): Promise<Bot> {
  const recibidos: Mensaje[] = []
  const llamadas: Bot['llamadas'] = []
  const humores: Humor[] = []
  const lecturas: number[] = []
  const escritos: { update_id: number; message: object }[] = []
  let ultimo = 0
  const answer = (res: ServerResponse, mensaje: Mensaje, humor: Humor) => {
    const json = (status: number, body: unknown) => {
      res.writeHead(status, { 'content-type': 'application/json' })
      res.end(JSON.stringify(body))
    }
    const take = () => {
      recibidos.push(mensaje)
      json(200, {
        ok: true,
        result: { message_id: recibidos.length, date: 0, chat: { id: 1, type: 'group' } },
      })
    }
    if (humor === 'ok') take()
    else if (humor === 'mudo') recibidos.push(mensaje)
    else if (humor === 'basura') res.writeHead(200).end('<html>proxy</html>')
    else if (humor === 'corta') res.socket?.destroy()
    else json(ERRORES[humor].error_code, { ok: false, ...ERRORES[humor] })
  }
  const server = createServer((req, res) => {
    let text = ''
    req.on('data', (chunk) => {
      text += chunk
    })
    req.on('end', () => {
      const mensaje = JSON.parse(text || '{}') as Mensaje
      const ok = (result: unknown) => {
        res.writeHead(200, { 'content-type': 'application/json' })
        res.end(JSON.stringify({ ok: true, result }))
      }
      if (req.url?.endsWith('/getMe')) return ok({ id: 1, is_bot: true, username: 'casa_bot' })
      if (req.url?.endsWith('/getUpdates')) {
        const { offset = 0 } = mensaje as unknown as { offset?: number }
        lecturas.push(offset)
        return ok(escritos.filter(({ update_id }) => update_id >= offset))
      }
      llamadas.push({ path: req.url ?? '', mensaje })
      answer(res, mensaje, humores.shift() ?? 'ok')
    })
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    raiz: `http://127.0.0.1:${port}`,
    recibidos,
    llamadas,
    humores,
    lecturas,
    escribir: (id, text, type = 'private') => {
      ultimo += 1
      escritos.push({ update_id: ultimo, message: { chat: { id, type }, text } })
    },
    cerrar: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    reabrir: () => listen(port),
  }
}
