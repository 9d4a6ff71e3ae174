import { unoDe } from '../../core/texto/una-vez.ts'

/** Sentence with the users who may approve a request. Nobody approves his own; without others it says what to do. */
export function quienAprueba(nombres: readonly string[]): string {
  if (nombres.length === 0) {
    return 'Usted la pidió y nadie más puede aprobarla: la aprueba otra persona con permiso. Cree un segundo administrador, o dé ese permiso a alguien, en Usuarios.'
  }
  const more = nombres.length > 4 ? ['otra persona con permiso'] : []
  return `La aprueba otra persona: ${unoDe([...nombres.slice(0, 4), ...more])}.`
}
