import { randomBytes } from 'node:crypto'
import type { Endpoint } from '../../src/core/contract.ts'
import { fillPath } from '../../src/core/contract.ts'
import type { Client } from './servidor/app.ts'

/** A part of a PNG; nobody checks its sum. */
export function trozo(nombre: string, datos: Buffer): Buffer {
  const head = Buffer.alloc(8, nombre.padStart(8), 'latin1')
  head.writeUInt32BE(datos.length)
  return Buffer.concat([head, datos, Buffer.alloc(4)])
}

/** A picture of that size, with these bytes as its pixels and these parts besides. */
export function png(datos: Buffer, [ancho, alto] = [1, 1], ...mas: Buffer[]): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(ancho)
  size.writeUInt32BE(alto, 4)
  const parts = [trozo('IHDR', size), ...mas, trozo('IDAT', datos), trozo('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

/** A picture that nobody has yet. */
export const foto = () => png(randomBytes(40))

/** Uploads a picture through a call that takes one; answers its id. */
export async function subirFoto(who: Client, { path }: Endpoint, bytes = foto()): Promise<number> {
  const { status, body, error } = await who.raw(
    'POST',
    `/api${fillPath(path)}?nombre=foto.png`,
    bytes,
    { 'content-type': 'image/png' },
  )
  if (status >= 300) throw new Error(error.message)
  return (body as { id: number }).id
}

const u16 = (n: number) => Buffer.from([n >> 8, n & 0xff])

/** A segment of a JPEG. */
export const segmento = (marker: number, datos: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), u16(datos.length + 2), datos])

/** A JPEG of that size, with these segments before its frame and these bytes behind its end. */
export function jpeg(
  [ancho, alto]: readonly [number, number] = [1, 1],
  antes: readonly Buffer[] = [],
  despues = Buffer.alloc(0),
): Buffer {
  const frame = Buffer.concat([Buffer.from([8]), u16(alto), u16(ancho), Buffer.from([1, 1, 17, 0])])
  return Buffer.concat([
    ...[Buffer.from([0xff, 0xd8]), segmento(0xe0, Buffer.from('JFIF\0', 'latin1')), ...antes],
    ...[segmento(0xc0, frame), segmento(0xda, Buffer.from([1, 1, 0, 0, 63, 0]))],
    // A stuffed byte and a restart, which do not end the data; random ones that do not look like a marker.
    ...[Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0]), Buffer.from(randomBytes(20).toString('hex'))],
    ...[Buffer.from([0xff, 0xd9]), despues],
  ])
}

/** A WebP of that size with these chunks besides. */
export function webp(
  [ancho, alto]: readonly [number, number] = [1, 1],
  mas: readonly [nombre: string, datos: Buffer][] = [],
): Buffer {
  const chunk = (nombre: string, datos: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(datos.length)
    return Buffer.concat([Buffer.from(nombre), size, datos, Buffer.alloc(datos.length % 2)])
  }
  const extended = Buffer.alloc(10)
  extended[0] = 0x0c
  extended.writeUIntLE(ancho - 1, 4, 3)
  extended.writeUIntLE(alto - 1, 7, 3)
  const body = Buffer.concat([
    ...[Buffer.from('WEBP'), chunk('VP8X', extended), chunk('VP8 ', randomBytes(20))],
    ...mas.map(([nombre, datos]) => chunk(nombre, datos)),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), size, body])
}
