import { SIN_REVISAR } from '../../../src/server/respaldo/anotar.ts'
import { archivoDe, deVersion, exigirSeguir, linea, type Quien } from './hijo.ts'
import { type Estado, estado } from './marca.ts'

/* What an upgrade does with the data of a house, whose PostgreSQL is the program's or the house's own. */

/** Files of the version that serves, which run as the house's user. */
const PROBAR = 'scripts/despliegue/actualizar/probar.ts'
const AJENA = 'scripts/despliegue/actualizar/ajena.ts'

/** What one can go back to, and the last row of the audit of then that somebody caused. */
export interface Copia {
  copia: string
  marca: string
}

export interface Datos {
  /** Whether the new version has upgraded, served and verified a copy before it gets the house. */
  enCopia: boolean
  /** Makes a backup of the stopped house. @throws Error in Spanish; nothing of the house was changed. */
  respaldar(desde: string, hacia: string): Promise<Copia>
  /** Brings that backup back. @throws Error in Spanish; it may be done again. */
  devolver(desde: string, copia: Copia): Promise<void>
  /** Sees that the house is back with the mark of `copia`, and lets it know. @throws as `devolver`. */
  reconocer(desde: string, copia: Copia): Promise<void>
  /** What one can know of the house now; null where it cannot be opened, which says nothing of what was done in it. */
  estado(desde: string): Promise<Estado | null>
}

/** What a file of the version in `carpeta` said in its last lines. */
async function ultimas(carpeta: string, args: string[], quien: Quien, n: number) {
  const said = await archivoDe(carpeta, args, quien)
  return said.trim().split('\n').slice(-n)
}

const estadoDe = (quien: Quien) => async (desde: string) => {
  try {
    const [said = ''] = await ultimas(desde, [PROBAR, '--estado'], quien, 1)
    return estado.parse(JSON.parse(said))
  } catch {
    return null
  }
}

/** A house with the program's own PostgreSQL: its backups are the program's. */
export const propios = (quien: Quien): Datos => ({
  enCopia: true,
  async respaldar(desde, hacia) {
    const [marca = '', copia = ''] = await ultimas(desde, [PROBAR, hacia], quien, 2)
    return { copia, marca }
  },
  async devolver(desde, { copia }) {
    // Nobody worked since: no session ends and no key waits. A variable, since the version before may not know it.
    const env = { ...quien.env, [SIN_REVISAR]: '1' }
    const args = ['restaurar', copia, '--con-la-llave', '--reemplazar']
    await deVersion(desde, args, { ...quien, env })
  },
  // `restaurar` has done that.
  async reconocer() {},
  estado: estadoDe(quien),
})

/** The lines that make a backup of a PostgreSQL of the house's own and bring it back, as the shell takes them. */
export interface Ordenes {
  respaldar: string
  devolver: string
}

/** Runs a line of the house to its end. @throws Error in Spanish that names it, when its exit code is not 0. */
async function cumplir(opcion: keyof Ordenes, text: string, more: NodeJS.ProcessEnv = {}) {
  try {
    await linea(text, more)
  } catch (error) {
    throw new Error(`La orden de --${opcion} terminó mal: ${(error as Error).message}`)
  }
}

/**
 * A house with a PostgreSQL of its own (DATABASE_URL): its backups are the house's, and only their exit codes are known.
 * The instant to go back to comes after the backup, since that is what a log is replayed to.
 */
export const ajenos = (quien: Quien, ordenes: Ordenes): Datos => ({
  enCopia: false,
  async respaldar(desde) {
    const [before] = await ultimas(desde, [AJENA, '--antes'], quien, 1)
    // What is wrong already is not the new version's fault.
    await deVersion(desde, ['verificar'], quien)
    exigirSeguir()
    await cumplir('respaldar', ordenes.respaldar)
    exigirSeguir()
    const [instante = '', marca = ''] = await ultimas(desde, [AJENA, '--despues'], quien, 2)
    if (marca === before) return { copia: instante, marca }
    throw new Error('Alguien trabajó en la casa mientras se respaldaba: déjela detenida.')
  },
  async devolver(_desde, { copia }) {
    await cumplir('devolver', ordenes.devolver, { CAMBISTA_INSTANTE: copia })
  },
  async reconocer(desde, { copia, marca }) {
    await archivoDe(desde, [AJENA, '--devuelta', marca, copia], quien)
  },
  estado: estadoDe(quien),
})
