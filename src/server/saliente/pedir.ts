import { type IncomingHttpHeaders, type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { type Alcance, exigirDireccion, resolver, SalidaError } from './direccion.ts'

export interface Peticion {
  direccion: string
  alcance: Alcance
  cabeceras: Readonly<Record<string, string>>
  /** Sent with a POST; without it, a GET. */
  cuerpo?: string
  /** For all of it: resolving, connecting, sending, and reading the answer. */
  plazo_ms: number
}

export interface Respuesta {
  estado: number
  cabeceras: IncomingHttpHeaders
  /** The first `max` bytes of the body; `entera`: there were no more. @throws SalidaError when the rest does not come. */
  leer(max: number): Promise<{ bytes: Buffer; entera: boolean }>
  /** Ends the connection; to be called unless the body was read. */
  soltar(): void
}

/** Why there was no answer, in words. */
function palabras(error: unknown, plazo_ms: number): SalidaError {
  if (error instanceof SalidaError) return error
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError')
    return new SalidaError(`No respondió en ${plazo_ms / 1000} segundos.`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new SalidaError('No se encuentra el servidor.')
  if (code === 'ECONNREFUSED') return new SalidaError('El servidor no acepta conexiones.')
  if (/CERT|SSL|TLS/.test(code)) return new SalidaError('El certificado del servidor no es válido.')
  return new SalidaError('Se cortó la conexión con el servidor.')
}

/**
 * One request to an address outside of the house, on a connection of its own: no redirect is followed, no credentials
 * are sent, and the address that is connected to is the one that was checked. @throws SalidaError
 */
export async function pedir(peticion: Peticion): Promise<Respuesta> {
  const { direccion, alcance, cabeceras, cuerpo, plazo_ms } = peticion
  const url = exigirDireccion(direccion, alcance)
  const request = url.protocol === 'https:' ? secure : plain
  const signal = AbortSignal.timeout(plazo_ms)
  const options = {
    method: cuerpo === undefined ? 'GET' : 'POST',
    agent: false,
    signal,
    lookup: resolver(alcance),
    headers: { 'accept-encoding': 'identity', 'user-agent': 'Cambista', ...cabeceras },
  }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, options, resolve)
      .on('error', (error) => reject(palabras(error, plazo_ms)))
      .end(cuerpo)
  })
  return {
    estado: response.statusCode ?? 0,
    cabeceras: response.headers,
    leer: (max) => leer(response, max, (error) => palabras(signal.reason ?? error, plazo_ms)),
    soltar: () => void response.on('error', () => {}).destroy(),
  }
}

function leer(response: IncomingMessage, max: number, enPalabras: (error: unknown) => Error) {
  return new Promise<{ bytes: Buffer; entera: boolean }>((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const end = (entera: boolean) =>
      resolve({ bytes: Buffer.concat(parts).subarray(0, max), entera })
    response.on('data', (part: Buffer) => {
      parts.push(part)
      size += part.length
      if (size <= max) return
      end(false)
      response.destroy()
    })
    response.on('error', (error) => reject(enPalabras(error)))
    response.on('aborted', () => reject(enPalabras(new Error('aborted'))))
    response.on('end', () => end(true))
  })
}
