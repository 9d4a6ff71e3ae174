import { COMPROBANTE } from '../core/documento/comprobante.ts'
import { prepararImagen } from './imagen.ts'

/** A file as it may be sent. @throws Error in words where it may not be. */
export async function prepararComprobante(file: File) {
  const ready = await prepararImagen(file, COMPROBANTE.tipos)
  const { size, type } = ready.archivo
  if (!(COMPROBANTE.tipos as readonly string[]).includes(type)) {
    throw new Error('Adjunte una imagen (JPEG, PNG o WebP) o un PDF.')
  }
  if (size === 0) throw new Error('El archivo está vacío.')
  if (size > COMPROBANTE.maximo) throw new Error('El archivo pesa más de 2 MB.')
  return { ...ready, nombre: ready.nombre.slice(-120) }
}
