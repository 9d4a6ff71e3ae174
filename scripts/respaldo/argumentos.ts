import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import paquete from '../../package.json' with { type: 'json' }
import { formatFechaHora } from '../../src/core/formato.ts'
import { deReloj, ponerZona } from '../../src/core/zona.ts'
import { exigirLegible } from '../../src/server/respaldo/copias.ts'
import { leerManifiesto, MANIFIESTO, manifiestosDe } from '../../src/server/respaldo/manifiesto.ts'
import type { Pedido } from '../../src/server/respaldo/registro/reponer.ts'
import { posterior } from '../despliegue/actualizar/paquete.ts'

const USO =
  'Uso: npm run restaurar -- <carpeta de los respaldos> [--hasta "2026-11-22 10:37"] [--con-la-llave] [--reemplazar]'

/**
 * Reads the arguments of `restaurar` and finds the copy to begin with: the one that is named, which is taken as it is;
 * else the newest of the folder, which may be the one of CAMBISTA_RESPALDO, to which the log is added; with an instant
 * the newest of that house that had ended by then, of whichever of its lives: the later life first, and of the one before
 * it what ended before the restore. Hours are those of the house from here on.
 * @throws Error in Spanish.
 */
export function pedidoDe(
  given: readonly string[],
  env: NodeJS.ProcessEnv,
): Pedido & { conLlave: boolean } {
  const rest = [...given]
  const reemplazar = tomar(rest, '--reemplazar', 1).length > 0
  const conLlave = tomar(rest, '--con-la-llave', 1).length > 0
  const [, hastaText] = tomar(rest, '--hasta', 2)
  const [folder = env.CAMBISTA_RESPALDO, ...more] = rest
  if (!folder || more.length > 0 || folder.startsWith('--')) throw new Error(USO)
  const path = resolve(folder)
  // A copy that is named is taken as it is, without the log beside it.
  exigirLegible(path, hastaText !== undefined)
  const named = existsSync(join(path, MANIFIESTO))
  const copias = named ? [{ copia: path, ...leerManifiesto(path) }] : manifiestosDe(path)
  const [last] = copias
  if (!last) throw new Error(`En «${folder}» no hay respaldos que se puedan leer.`)
  ponerZona(last.manifiesto.zona)
  const hasta = hastaText === undefined ? null : instanteDe(hastaText)
  const { copia, manifiesto } = hasta ? anteriorA(hasta, copias.filter(deLaCasa(last))) : last
  if (manifiesto.zona !== last.manifiesto.zona) {
    throw new Error(
      'El último respaldo de la carpeta dice otra zona horaria que este: --hasta no se entiende igual en los dos. Nombre el respaldo en lugar de la carpeta.',
    )
  }
  exigirPrograma(manifiesto.programa)
  const meta = hasta ?? (named ? 'copia' : 'todo')
  return { copia, manifiesto, meta, destino: dirname(copia), reemplazar, conLlave }
}

const USO_RESPALDO =
  'Uso: npm run respaldo -- <carpeta>, la del disco o del lugar de red; con --probar-frase o --cambiar-frase, para la frase que abre los respaldos.'

/**
 * Reads the arguments of `respaldo`: what is asked for, and the folder of the copies, which may be the one of
 * CAMBISTA_RESPALDO.
 * @throws Error in Spanish.
 */
export function pedidaDe(given: readonly string[], env: NodeJS.ProcessEnv) {
  const rest = [...given]
  const probar = tomar(rest, '--probar-frase', 1).length > 0
  const cambiar = tomar(rest, '--cambiar-frase', 1).length > 0
  const [named, ...more] = rest
  const folder = named ?? env.CAMBISTA_RESPALDO
  if (!folder || folder.startsWith('--') || more.length > 0 || (probar && cambiar))
    throw new Error(USO_RESPALDO)
  const que: 'copiar' | 'probar' | 'cambiar' = probar ? 'probar' : cambiar ? 'cambiar' : 'copiar'
  return { que, destino: resolve(folder), nombrada: named !== undefined }
}

/** Takes an option and what follows it out of the arguments. */
function tomar(rest: string[], option: string, count: number): string[] {
  const at = rest.indexOf(option)
  const found = at < 0 ? [] : rest.splice(at, count)
  if (found.length > 0 && found.length < count) throw new Error(USO)
  return found
}

/** What a later program upgraded this one does not open: it is told before anything is touched. */
function exigirPrograma(programa: string): void {
  if (!posterior(programa, paquete.version)) return
  throw new Error(
    `Este respaldo es de la versión ${programa} del programa y esta es la ${paquete.version}, que no la lee: instale aquella y repita la orden. No se tocó nada.`,
  )
}

/** `2026-11-22 10:37`, seconds if one likes, by the clock of the house. */
function instanteDe(text: string): Date {
  const [, day, time, seconds = ':00'] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?$/.exec(text.trim()) ?? []
  const said = `${day}T${time}${seconds}`
  const local = day ? Date.parse(`${said}Z`) : Number.NaN
  // The 30th of February is read as the 2nd of March, and 24:00 as the next day.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(said)) {
    throw new Error(
      `No se entiende «${text}»: escriba la fecha y la hora de la casa, como --hasta "2026-11-22 10:37".`,
    )
  }
  return new Date(deReloj(local))
}

type Copia = Pick<Pedido, 'copia' | 'manifiesto'>

/** Copies of the same house: two may have one folder, and the instant of one is none of the other. */
const deLaCasa = (last: Copia) => (one: Copia) =>
  one.manifiesto.identidad === last.manifiesto.identidad

function anteriorA(hasta: Date, copias: readonly Copia[]): Copia {
  const found = copias.find(({ manifiesto }) => new Date(manifiesto.fin) <= hasta)
  if (found) return found
  throw new Error(
    `Ningún respaldo es de antes: el más viejo terminó el ${formatFechaHora(copias.at(-1)?.manifiesto.fin ?? '')}.`,
  )
}
