import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Recibido {
  path: string
  cabeceras: IncomingHttpHeaders
  cuerpo: string
}

/** How the receiver answers a call: by itself, or with a status and what stands in its headers and body. */
export type Humor =
  | 'ok'
  | 'mudo'
  | 'corta'
  | 'cabecera'
  | 'cero'
  | { codigo: number; cabeceras?: Record<string, string>; cuerpo?: string }

export interface Receptor {
  url: string
  /** Every call, in order, whatever the answer. */
  recibidos: Recibido[]
  /** The answers to the next calls; `ok` after the last one. */
  humores: Humor[]
  cerrar(): Promise<void>
  /** Listens on the same port again, after `cerrar`. */
  reabrir(): Promise<void>
}

/** A receiver of webhooks on this machine; it fails as the test tells it. */
export async function abrirReceptor(): Promise<Receptor> {
  const recibidos: Recibido[] = []
  const humores: Humor[] = []
  const answer = (res: ServerResponse, humor: Humor) => {
    if (humor === 'mudo') return
    if (humor === 'corta') res.socket?.destroy()
    // A status that HTTP does not have.
    else if (humor === 'cero') res.socket?.end('HTTP/1.1 000 X\r\ncontent-length: 0\r\n\r\n')
    // The status comes, and the rest of the answer never.
    else if (humor === 'cabecera') res.writeHead(200, { 'content-length': '50' }).write('a')
    else if (humor === 'ok') res.writeHead(204).end()
    else res.writeHead(humor.codigo, humor.cabeceras).end(humor.cuerpo ?? '')
  }
  const server = createServer((req, res) => {
    let text = ''
    req.on('data', (chunk) => {
      text += chunk
    })
    req.on('end', () => {
      recibidos.push({ path: req.url ?? '', cabeceras: req.headers, cuerpo: text })
      answer(res, humores.shift() ?? 'ok')
    })
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/eventos`,
    recibidos,
    humores,
    cerrar: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    reabrir: () => listen(port),
  }
}
