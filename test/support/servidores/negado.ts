import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A message of PostgreSQL's protocol: its letter, its length, what it says. */
function mensaje(letter: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(Buffer.byteLength(body) + 4)
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(body)])
}

/**
 * A server that refuses each sign-in with the next of these codes and sentences, the last one again and again. `pedido`
 * says how often somebody tried.
 */
export async function negado(...says: [code: string, said: string][]) {
  let asked = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      const [code, said] = says[Math.min(asked, says.length - 1)] ?? ['', '']
      asked += 1
      socket.end(mensaje('E', `SFATAL\0VFATAL\0C${code}\0M${said}\0\0`))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://ana@127.0.0.1:${port}/casa`,
    pedido: () => asked,
    async cerrar() {
      server.close()
      await once(server, 'close')
    },
  }
}
