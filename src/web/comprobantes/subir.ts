import type { AnswerOf, CallOf, Endpoint } from '../../core/contract.ts'
import type { Subida } from '../../core/documento/comprobante.ts'
import { COMPROBANTE } from '../../core/documento/comprobante.ts'
import { comoDatos, subir } from '../api/archivos.ts'
import { notify } from '../avisos/notify.ts'
import { prepararComprobante } from '../comprobante.ts'

/** A file that was just chosen. */
export function subidaNueva(file: File): Subida {
  const nombre = file.name || 'captura.png'
  return { id: null, nombre, vista: null, avance: 0, error: null, repetido: null }
}

/** The kinds of file that a picker offers. */
export const ACEPTA = ['image/*', ...COMPROBANTE.tipos].join(',')

/** Sends a voucher ahead of the document it proves, and says how far it is; never throws. */
export async function enviarComprobante<E extends Endpoint>(
  endpoint: E,
  file: File,
  signal: AbortSignal,
  say: (values: Partial<Subida>) => void,
): Promise<void> {
  try {
    const { archivo, nombre } = await prepararComprobante(file)
    if (archivo.type.startsWith('image/')) say({ nombre, vista: await comoDatos(archivo) })
    signal.throwIfAborted()
    const given = { query: { nombre } } as unknown as Omit<CallOf<E>, 'body'>
    const alAvanzar = (avance: number) => say({ avance })
    const answer: AnswerOf<E> = await subir(endpoint, given, archivo, { signal, alAvanzar })
    const { id, repetido } = answer as Pick<Subida, 'id' | 'repetido'>
    say({ id, repetido, avance: 1 })
    if (repetido) notify('warning', `Este comprobante ya se usó en ${repetido.numero}.`)
  } catch (cause) {
    say({ error: cause instanceof Error ? cause.message : String(cause) })
  }
}
