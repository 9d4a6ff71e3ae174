/*
 * What the server reads of a picture without decoding it: its size in pixels, and its metadata, which are dropped: where
 * a photo was taken and with which phone is nobody's business.
 */

export interface Imagen {
  ancho: number
  alto: number
  /** The same picture without metadata, and without whatever followed it. */
  limpia: Buffer
}

/** Thrown when the bytes are not a whole picture of their type. */
export class ImagenRota extends Error {}

type Bytes = Buffer<ArrayBufferLike>

/** @throws ImagenRota */
export function leerImagen(tipo: string, bytes: Uint8Array): Imagen {
  const b = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (tipo === 'image/png') return leerPng(b)
    if (tipo === 'image/webp') return leerWebp(b)
    return leerJpeg(b)
  } catch (error) {
    // A length or an offset beyond the end.
    if (error instanceof RangeError) throw new ImagenRota()
    throw error
  }
}

const PNG_FIRMA = 8
/** What a picture is made of and how its colours are meant; all else is text, dates, EXIF and the like. */
const PNG_UTILES = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP'.split(' '),
)

function leerPng(b: Bytes): Imagen {
  const kept: Bytes[] = [b.subarray(0, PNG_FIRMA)]
  let size: [number, number] | undefined
  for (let at = PNG_FIRMA; ; ) {
    const end = at + 12 + b.readUInt32BE(at)
    const name = b.toString('latin1', at + 4, at + 8)
    if (end > b.length || !size !== (name === 'IHDR')) throw new ImagenRota()
    if (name === 'IHDR') size = [b.readUInt32BE(at + 8), b.readUInt32BE(at + 12)]
    if (PNG_UTILES.has(name)) kept.push(b.subarray(at, end))
    at = end
    if (name === 'IEND') break
  }
  return medida(size, Buffer.concat(kept))
}

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP1 = 0xe1
const COM = 0xfe
/** What decoders need besides the picture's own segments: JFIF, the colour profile, and how Adobe stored colours. */
const APP_UTILES: Record<number, string> = { 224: 'JFIF', 226: 'ICC_PROFILE', 238: 'Adobe' }

function leerJpeg(b: Bytes): Imagen {
  const kept: Bytes[] = []
  let size: [number, number] | undefined
  let giro: number | undefined
  for (let at = 2; ; ) {
    if (b.readUInt8(at) !== 0xff) throw new ImagenRota()
    const marker = b.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === EOI) break
    const end = at + 2 + b.readUInt16BE(at + 2)
    if (end > b.length || marker === SOI) throw new ImagenRota()
    const segment = b.subarray(at, end)
    if (esMarco(marker)) size = [b.readUInt16BE(at + 7), b.readUInt16BE(at + 5)]
    if (marker === APP1) giro ??= orientacion(segment.subarray(4))
    if (!esMetadato(marker, segment)) kept.push(segment)
    at = end
    if (marker !== SOS) continue
    const next = finDeDatos(b, at)
    kept.push(b.subarray(at, next))
    at = next
  }
  const start = [Buffer.from([0xff, SOI]), ...(giro ? [conGiro(giro)] : [])]
  return medida(size, Buffer.concat([...start, ...kept, Buffer.from([0xff, EOI])]))
}

/** An application's segment that no decoder needs, or a comment. */
function esMetadato(marker: number, segment: Bytes): boolean {
  if (marker === COM) return true
  if (marker < 0xe0 || marker > 0xef) return false
  const useful = APP_UTILES[marker]
  return !useful || segment.toString('latin1', 4, 4 + useful.length) !== useful
}

/** A frame header: its size stands there. C4, C8 and CC are tables. */
const esMarco = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Where compressed data end: at the next marker that is neither stuffed nor a restart. */
function finDeDatos(b: Bytes, from: number): number {
  for (let at = from; ; at += 1) {
    at = b.indexOf(0xff, at)
    if (at < 0) throw new ImagenRota()
    const next = b.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
}

const EXIF = Buffer.from('Exif\0\0', 'latin1')
const ORIENTACION = 0x0112

/** How the photo is to be turned (2 to 8); undefined when it is not. */
function orientacion(app1: Bytes): number | undefined {
  if (!app1.subarray(0, EXIF.length).equals(EXIF)) return undefined
  const tiff = app1.subarray(EXIF.length)
  try {
    const little = tiff.toString('latin1', 0, 2) === 'II'
    const u16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
    const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    for (let n = 0; n < u16(first); n += 1) {
      const entry = first + 2 + n * 12
      if (u16(entry) !== ORIENTACION) continue
      const value = u16(entry + 8)
      return value >= 2 && value <= 8 ? value : undefined
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

/** A segment that says nothing but how to turn the picture. */
function conGiro(value: number): Bytes {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(value, 18)
  const head = Buffer.from([0xff, APP1, 0, 2 + EXIF.length + tiff.length])
  return Buffer.concat([head, EXIF, tiff])
}

const WEBP_METADATOS = new Set(['EXIF', 'XMP '])
/** Flags of the extended header that announce EXIF and XMP. */
const ANUNCIA = 0x08 | 0x04

function leerWebp(b: Bytes): Imagen {
  const total = Math.min(b.length, 8 + b.readUInt32LE(4))
  const kept: Bytes[] = []
  let size: [number, number] | undefined
  for (let at = 12; at + 8 <= total; ) {
    const name = b.toString('latin1', at, at + 4)
    const length = b.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (at + 8 + length > b.length) throw new ImagenRota()
    const chunk = Buffer.from(b.subarray(at, Math.min(end, b.length)))
    const data = chunk.subarray(8)
    if (name === 'VP8X') {
      size = [data.readUIntLE(4, 3) + 1, data.readUIntLE(7, 3) + 1]
      data[0] = data.readUInt8(0) & ~ANUNCIA
    } else if (name === 'VP8 ') {
      size ??= [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff]
    } else if (name === 'VP8L') {
      const bits = data.readUInt32LE(1)
      size ??= [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
    }
    if (!WEBP_METADATOS.has(name)) kept.push(chunk)
    at = end
  }
  const body = Buffer.concat(kept)
  const head = Buffer.from(b.subarray(0, 12))
  head.writeUInt32LE(4 + body.length, 4)
  return medida(size, Buffer.concat([head, body]))
}

function medida(size: [number, number] | undefined, limpia: Buffer): Imagen {
  const [ancho, alto] = size ?? [0, 0]
  if (ancho === 0 || alto === 0) throw new ImagenRota()
  return { ancho, alto, limpia }
}
