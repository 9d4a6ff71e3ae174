import { CODIGO, Desenlace } from './desenlace.ts'
import { deVersion, sinCortar } from './hijo.ts'
import {
  anotar,
  type EnCurso,
  enlazar,
  leer,
  llevaA,
  type Obra,
  olvidar,
  say,
  sirve,
  versionDe,
} from './nota.ts'
import { exigirQuieta, restaurar, volver } from './vuelta.ts'

/* What happens from the moment on at which the new version may touch the house, until one of both serves it. */

/**
 * Puts the new version in the place of the one before, once it is written down (`anotar`) that this goes on.
 * @throws Desenlace: what happened, and what serves now.
 */
export async function ponerEnServicio(obra: Obra, curso: EnCurso): Promise<void> {
  enlazar(obra, curso.hacia)
  say('Iniciando la versión nueva…')
  await atender(obra, curso)
}

/** Goes on with an upgrade that was cut short; answers whether there was one. @throws as `ponerEnServicio`. */
export async function seguir(obra: Obra): Promise<boolean> {
  const curso = leer(obra)
  if (!curso) return false
  sinCortar()
  say(`La actualización a la versión ${versionDe(curso.hacia)} quedó a medias: se sigue con ella.`)
  await obra.servicio.detener()
  if (curso.fase === 'nueva' || curso.fase === 'libros') {
    // Who worked since it served did it with the new version, unless somebody has gone back by hand.
    const served = curso.fase === 'libros' && llevaA(obra, curso.hacia)
    if (!served) await exigirQuieta(obra, curso)
    enlazar(obra, curso.hacia)
    await atender(obra, { ...curso, fase: 'nueva' })
    return true
  }
  return restaurar(obra, curso, 'quedó a medias.')
}

/** Asks the new version whether it serves, and recomputes the books with it. */
async function atender(obra: Obra, curso: EnCurso): Promise<void> {
  const { desde, hacia, plazo } = curso
  const falla = await sirve(hacia, obra, plazo)
  if (falla !== null) return volver(obra, curso, falla)
  // On a copy it has shown already that its books are clean; without one it gives way where they are not.
  if (obra.datos.enCopia) anotar(obra, { ...curso, fase: 'libros' })
  try {
    await deVersion(hacia, ['verificar'], obra.quien)
  } catch (error) {
    const { message } = error as Error
    if (!obra.datos.enCopia) return volver(obra, curso, message, { libros: true })
    olvidar(obra)
    throw new Desenlace(
      CODIGO.revisar,
      `Cambista ${versionDe(hacia)} atiende, y sus libros no están limpios: ${message}`,
    )
  }
  olvidar(obra)
  say(`Cambista ${versionDe(hacia)} atiende. La versión ${versionDe(desde)} queda en «${desde}».`)
}
