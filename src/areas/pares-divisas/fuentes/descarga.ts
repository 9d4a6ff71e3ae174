import { type Alcance, SalidaError } from '../../../server/saliente/direccion.ts'
import { pedir } from '../../../server/saliente/pedir.ts'
import { LecturaError } from './rules.ts'

const PLAZO_MS = 5_000
const MAX_BYTES = 64 * 1024

/** `locales`: a source may be inside the house. */
export const alcanceDe = (locales: boolean): Alcance => (locales ? 'interna' : 'publica')

/**
 * The text of a GET: https and public addresses only, unless `locales` (for tests, or a source inside the house); at most
 * 64 kB within 5 s, without redirects, credentials or compression. @throws LecturaError
 */
export async function descargar(
  direccion: string,
  { locales }: { locales: boolean },
): Promise<string> {
  try {
    const respuesta = await pedir({
      direccion,
      alcance: alcanceDe(locales),
      cabeceras: { accept: 'application/json' },
      plazo_ms: PLAZO_MS,
    })
    const { estado, cabeceras } = respuesta
    const reparo =
      estado >= 300 && estado < 400
        ? 'Redirige a otra dirección: escriba la final.'
        : estado !== 200
          ? `Respondió con el estado ${estado}.`
          : cabeceras['content-encoding'] && 'Respondió comprimido.'
    if (reparo) {
      respuesta.soltar()
      throw new LecturaError(reparo)
    }
    const { bytes, entera } = await respuesta.leer(MAX_BYTES)
    if (!entera) throw new LecturaError('La respuesta pasa de 64 kB.')
    return bytes.toString('utf8')
  } catch (error) {
    throw error instanceof SalidaError ? new LecturaError(error.message) : error
  }
}
