import { LOGO } from '../core/documento/logo.ts'

/** Longest side of an uploaded picture, in pixels: text on a voucher stays readable. */
const LADO_MAXIMO = 1600
const CALIDAD = 0.85
/** A picture of up to this many bytes is sent unchanged. */
const LIGERA = 400 * 1024

/** A file ready to upload: a large photo is scaled down, other files are unchanged. */
export interface Preparado {
  archivo: Blob
  nombre: string
}

/**
 * Scales a photo down for upload: JPEG, at most 1,600 pixels on its longest side. A file that the browser cannot read
 * as a picture, and one that is already small and of an accepted type, stay unchanged.
 */
export async function prepararImagen(
  elegido: File,
  aceptados: readonly string[],
): Promise<Preparado> {
  const file = await conSuTipo(elegido)
  const as = { archivo: file, nombre: file.name || 'captura.png' }
  if (!file.type.startsWith('image/')) return as
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return as
  try {
    const scale = Math.min(1, LADO_MAXIMO / Math.max(picture.width, picture.height))
    if (scale === 1 && file.size <= LIGERA && aceptados.includes(file.type)) return as
    const archivo = await dibujada(picture, scale, 'image/jpeg')
    if (!archivo) return as
    return { archivo, nombre: as.nombre.replace(/\.\w+$/, '.jpg') }
  } finally {
    picture.close()
  }
}

/** Longest side of a logo, in pixels: it is shown at most 40 wide, and sharp on a dense screen. */
const LADO_LOGO = 96

/**
 * A logo ready to upload: PNG, which keeps what is transparent, and small enough to be taken whatever it shows.
 * @throws Error in Spanish when it is no picture of an accepted type, which SVG is not
 */
export async function prepararLogo(elegido: File): Promise<Blob> {
  const file = await conSuTipo(elegido)
  const accepted = (LOGO.tipos as readonly string[]).includes(file.type)
  const picture = accepted && (await createImageBitmap(file).catch(() => null))
  if (!picture) throw new Error('Elija una imagen PNG, JPEG o WebP.')
  try {
    const scale = Math.min(1, LADO_LOGO / Math.max(picture.width, picture.height))
    const archivo = await dibujada(picture, scale, 'image/png')
    if (!archivo) throw new Error('Este navegador no pudo leer la imagen. Elija otra.')
    return archivo
  } finally {
    picture.close()
  }
}

const INICIOS: readonly [tipo: string, inicio: RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['application/pdf', /^%PDF-/],
]

/** The file under the type that its bytes have: phones name a WebP `.jpg`, and the server looks at the bytes. */
async function conSuTipo(file: File): Promise<File> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const start = String.fromCharCode(...bytes)
  const type = INICIOS.find(([, inicio]) => inicio.test(start))?.[0]
  return !type || type === file.type ? file : new File([file], file.name, { type })
}

function dibujada(
  picture: ImageBitmap,
  scale: number,
  tipo: 'image/jpeg' | 'image/png',
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  if (tipo === 'image/jpeg') {
    // A white background, because transparent pixels would turn black.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
  }
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, tipo, CALIDAD))
}
