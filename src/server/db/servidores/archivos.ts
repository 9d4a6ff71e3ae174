import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const ARCHIVOS = ['sslrootcert', 'sslcert', 'sslkey'] as const

/**
 * Reads the files of TLS that a connection string names, as node-postgres does for each connection: one that is missing
 * has the code of a socket that is not there yet, for which the start would ask again.
 * @throws Error in one Spanish sentence that names `ajuste` and the file.
 */
export function exigirArchivos(url: string, ajuste = 'DATABASE_URL'): void {
  // Not every connection string is an URL: a socket may be written as a path.
  const params = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1])
  for (const name of ARCHIVOS) {
    const file = params.get(name)
    if (!file) continue
    try {
      readFileSync(file)
    } catch (error) {
      throw new Error(noSeLee(ajuste, `${name}=${file}`, resolve(file), error), { cause: error })
    }
  }
}

function noSeLee(ajuste: string, dice: string, file: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  const [why, cure] =
    code === 'ENOENT'
      ? [`no existe el archivo ${file}`, 'cópielo allí, o corrija la ruta']
      : [
          `el programa no puede leer ${file} (${code})`,
          'debe ser un archivo, y dele permiso de lectura al usuario que inicia el programa',
        ]
  return `${ajuste} dice «${dice}» y ${why}: ${cure}.`
}
