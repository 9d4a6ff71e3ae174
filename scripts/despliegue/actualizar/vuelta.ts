import { CODIGO, Desenlace } from './desenlace.ts'
import type { Estado } from './marca.ts'
import {
  anotar,
  archivo,
  DE_NUEVO,
  type EnCurso,
  enlazar,
  type Obra,
  olvidar,
  say,
  sirve,
  versionDe,
} from './nota.ts'

/* The way back to the version before. */

/**
 * Before the new version is started again: the one before may have served since the backup, and what people did with it is
 * in no copy and was tried nowhere. Its database is one that no later version has upgraded.
 * @throws Desenlace when somebody worked, with the version before serving, or when that cannot be read.
 */
export async function exigirQuieta(obra: Obra, curso: EnCurso): Promise<void> {
  const { desde, copia, marca, plazo } = curso
  const now = await obra.datos.estado(desde)
  if (now === null || now === 'a medias') {
    throw new Desenlace(
      CODIGO.ninguna,
      `No se sabe qué versión atiende: la base de datos no deja leer si alguien trabajó desde el respaldo «${copia}»; no se inició la nueva. ${DE_NUEVO}`,
    )
  }
  if (now.posterior || now.marca === marca) return
  enlazar(obra, desde)
  const falla = await sirve(desde, obra, plazo)
  if (falla === null) {
    throw seVolvio(
      obra,
      curso,
      'alguien trabajó desde que se respaldó. Ejecute de nuevo la misma orden: empieza otra vez.',
    )
  }
  throw new Desenlace(CODIGO.ninguna, `No atiende ninguna versión: ${falla} ${DE_NUEVO}`)
}

/** Back to the version before; with `libros` never on what the new version made of the house. @throws Desenlace always. */
export async function volver(
  obra: Obra,
  curso: EnCurso,
  falla: string,
  { libros = false } = {},
): Promise<never> {
  const { desde, marca, plazo } = curso
  say(`La versión nueva no sirve (${falla}). Se vuelve a la ${versionDe(desde)}…`)
  await obra.servicio.detener()
  if (!libros) {
    enlazar(obra, desde)
    if ((await sirve(desde, obra, plazo)) === null) throw seVolvio(obra, curso, falla)
    await obra.servicio.detener()
  }
  const now = await obra.datos.estado(desde)
  if (now === null || now === 'a medias') {
    throw new Desenlace(
      CODIGO.ninguna,
      `No atiende ninguna versión: la nueva no sirve (${falla}), y la base de datos no deja leer si ya se registró algo con ella; no se restauró nada. El respaldo de antes es «${curso.copia}». ${DE_NUEVO}`,
    )
  }
  // The new version upgraded the database. What was written to it since is worth more than the version before.
  if (now.marca === marca) return restaurar(obra, curso, falla)
  return quedarse(
    obra,
    curso,
    `La versión nueva no sirve (${falla}), y ya se registró algo con ella`,
  )
}

/** Stays with the new version, since people worked with it; `why` says so. @throws Desenlace always. */
async function quedarse(obra: Obra, { hacia, copia, plazo }: EnCurso, why: string): Promise<never> {
  enlazar(obra, hacia)
  const said = `${why}: no se restauró nada. El respaldo de antes es «${copia}».`
  if ((await sirve(hacia, obra, plazo)) === null) {
    olvidar(obra)
    throw new Desenlace(CODIGO.revisar, said)
  }
  // It goes on with the new version, and gets no other one before it serves.
  throw new Desenlace(
    CODIGO.ninguna,
    `${said} ${DE_NUEVO} Para poner otra versión más nueva, borre antes «${archivo(obra)}».`,
  )
}

function seVolvio(obra: Obra, { desde }: EnCurso, falla: string): Desenlace {
  olvidar(obra)
  return new Desenlace(
    CODIGO.vuelta,
    `No se actualizó: ${falla} Atiende la versión ${versionDe(desde)}.`,
  )
}

/** What is right for a house whose copy began to come: bring it, know it again, serve it, stay with the new version, or ask. */
type Que = 'traer' | 'reconocer' | 'servir' | 'quedarse' | 'preguntar'

/**
 * What a command that goes on does with a house that it finds so. Marks only grow while people work: a larger one is their
 * work, and a smaller one is half of a copy or another one, in which they may have worked as well.
 */
function quePide(now: Estado | null, { marca, fase }: EnCurso, insiste: boolean): Que {
  // The restore that is the program's own says that it is not done, and nothing starts on what it has left.
  if (now === 'a medias' && fase === 'restaurando') return 'traer'
  if (now === null || now === 'a medias' || BigInt(now.marca) < BigInt(marca)) {
    if (fase === 'vuelta') return 'servir'
    return insiste ? 'traer' : 'preguntar'
  }
  const worked = now.marca !== marca
  // Somebody started the new version by hand.
  if (now.posterior) return worked ? 'quedarse' : 'traer'
  if (fase === 'devuelta') return 'reconocer'
  return fase === 'vuelta' || worked ? 'servir' : 'traer'
}

async function traer(obra: Obra, curso: EnCurso): Promise<void> {
  const { desde, copia, marca } = curso
  // Who starts the program meanwhile does not get the new version; what is written down says that nobody does any more.
  enlazar(obra, desde)
  anotar(obra, { ...curso, fase: 'restaurando' })
  await obra.datos.devolver(desde, { copia, marca })
  anotar(obra, { ...curso, fase: 'devuelta' })
  await obra.datos.reconocer(desde, { copia, marca })
}

/** Does what was left of bringing the copy back. @throws Error in Spanish; it may be done again. */
async function acabar(obra: Obra, curso: EnCurso, que: Que, marca: string): Promise<void> {
  const { desde, copia } = curso
  if (que === 'traer') return traer(obra, curso)
  if (que !== 'reconocer') return
  try {
    await obra.datos.reconocer(desde, { copia, marca })
  } catch (error) {
    if (marca !== curso.marca) throw error
    // Nobody worked: an order may have said that it is back when it was not.
    await traer(obra, curso)
  }
}

/**
 * Brings the copy back and starts the version before; again, where that was cut short and nobody may have worked since.
 * @throws Desenlace always.
 */
export async function restaurar(obra: Obra, curso: EnCurso, falla: string): Promise<never> {
  const { desde, copia, plazo, fase } = curso
  const now = fase === 'nueva' ? null : await obra.datos.estado(desde)
  const que = fase === 'nueva' ? 'traer' : quePide(now, curso, obra.insiste)
  const marca = now === null || now === 'a medias' ? curso.marca : now.marca
  if (que === 'preguntar') {
    const why =
      marca === curso.marca
        ? 'la base de datos no deja leer si alguien trabajó después'
        : 'la base de datos no es la de entonces, o no está entera'
    throw new Desenlace(
      CODIGO.ninguna,
      `No se sabe qué versión atiende: el respaldo «${copia}» se trajo o se estaba trayendo, y ${why}; no se trae otra vez. ${DE_NUEVO} Si sabe que nadie trabajó en ella, agregue --traer-otra-vez.`,
    )
  }
  if (que === 'quedarse') {
    return quedarse(obra, curso, 'Se trabajó con la versión nueva mientras quedó a medias')
  }
  try {
    await acabar(obra, curso, que, marca)
  } catch (error) {
    throw new Desenlace(
      CODIGO.ninguna,
      `No atiende ninguna versión: el respaldo «${copia}» no se pudo traer (${(error as Error).message}). ${DE_NUEVO}`,
    )
  }
  enlazar(obra, desde)
  anotar(obra, { ...curso, fase: 'vuelta' })
  const still = await sirve(desde, obra, plazo)
  if (still === null) throw seVolvio(obra, curso, falla)
  throw new Desenlace(
    CODIGO.ninguna,
    `Ninguna de las dos versiones atiende: ${still} El respaldo es «${copia}».`,
  )
}
