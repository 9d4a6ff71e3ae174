import { lstatSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedError } from './process.ts'

const ARCHIVO = 'de-la-carpeta'

const leer = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Where the link `postgres` of a data folder leads; null where there is none. */
function destino(carpeta: string): string | null {
  const pointer = join(carpeta, 'postgres')
  if (!lstatSync(pointer, { throwIfNoEntry: false })?.isSymbolicLink()) return null
  try {
    return realpathSync(pointer)
  } catch {
    return null
  }
}

/**
 * A data folder whose cluster lies elsewhere has a link to it, which a copy of the folder (`cp -a`) has too: both would
 * be the same living house. So the cluster's folder says whose it is. A folder that was moved takes it along.
 * @throws EmbeddedError when another folder is there that has it.
 */
export function exigirSuya(carpeta: string, data: string): void {
  if (destino(carpeta) !== data) return
  const path = join(dirname(data), ARCHIVO)
  const owner = leer(path)
  if (owner === carpeta) return
  if (owner !== null && destino(owner) === data) {
    throw new EmbeddedError(
      `La carpeta ${carpeta} no tiene una casa propia: es una copia de ${owner} y apunta a sus datos, que están en uso. Para copiar una casa, «npm run respaldo»; para usar esa, CAMBISTA_DATOS="${owner}".`,
    )
  }
  writeFileSync(path, carpeta)
}
