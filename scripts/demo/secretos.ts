import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { archivoDeAnclas, firmanteDe, leerLineas } from '../../src/areas/auditoria/cadena/anclas.ts'
import {
  ARCHIVO_CLAVE,
  type ClaveCasa,
  type ClaveIndicada,
  clavesAMano,
  type EnvClave,
} from '../../src/server/acceso/clave.ts'
import { carpetaDeSecretos, huellaDe } from '../../src/server/acceso/secretos.ts'
import type { Config } from '../../src/server/proceso/config.ts'
import { sinSignos } from '../../src/server/respaldo/copias.ts'
import { ARCHIVO_LLAVES, leerLlaves } from '../../src/server/respaldo/llaves.ts'

/* What a demo keeps outside its database: its key, the keys of its backups and its published heads. */

const CABEZAS = 'auditoria'
const TODO = [ARCHIVO_CLAVE, ARCHIVO_LLAVES, CABEZAS] as const
type Nombre = (typeof TODO)[number]

interface Demo {
  config: Pick<Config, 'datos' | 'databaseUrl'>
  env: EnvClave & NodeJS.ProcessEnv
  /** The mark of its key, as its database had it. */
  huella: string | null
  ahora: Date
}

/** What became of them. */
export interface Apartado {
  /** Where files were put that lay elsewhere than with its data, and their names. */
  apartados: string[]
  /** The variable or credential that gives the demo's key, and gives it to the next house as well; null: none does. */
  dada: string | null
}

/**
 * Takes them away, or its heads alone. In the data folder of its own PostgreSQL they are removed. Elsewhere (with
 * DATABASE_URL, in CAMBISTA_SECRETOS) another house may have its own: there what the demo's key made is put aside, in a
 * folder beside, and nothing else is touched.
 */
export function quitarSecretos(
  { config, env, huella, ahora }: Demo,
  nombres: readonly Nombre[] = TODO,
): Apartado {
  const { datos, databaseUrl } = config
  const aparte = carpetaDeSecretos({ datos, demo: true }, env)
  const todas = [aparte, datos].flatMap((carpeta) => clavesAMano(carpeta, env))
  const suya = todas.find(({ clave }) => huella !== null && huellaDe(clave) === huella)
  if (!databaseUrl) {
    for (const name of nombres) rmSync(join(datos, name), { recursive: true, force: true })
  }
  const apartados = [...new Set([aparte, datos])].flatMap((carpeta) =>
    suya ? apartar(carpeta, suya.clave, nombres, ahora) : [],
  )
  const otras = todas.filter(({ por }: ClaveIndicada) => por !== 'archivo')
  const dada = otras.find(({ clave }) => suya?.clave.equals(clave))?.donde ?? null
  return { apartados, dada }
}

/** Where the demo's secrets went, and of a key that is no file that the next house would have it too, in sentences. */
export const dicho = ({ apartados, dada }: Apartado): string[] => [
  ...apartados.map(
    (path) => `Era de la demostración y se apartó: «${path}». Bórrelo, si no lo usa otra casa.`,
  ),
  ...(dada
    ? [
        `La clave de «${dada}» era la de la demostración. Ponga otra antes de iniciar su casa: «openssl rand -hex 32» la hace.`,
      ]
    : []),
]

/** Moves what this key made into a folder of that name; answers where each went. */
function apartar(
  carpeta: string,
  clave: ClaveCasa,
  nombres: readonly Nombre[],
  ahora: Date,
): string[] {
  const hacia = join(carpeta, `de-la-demostracion-${sinSignos(ahora)}`)
  const hers = nombres.filter(
    (name) => existsSync(join(carpeta, name)) && hechaCon(clave)[name](carpeta),
  )
  return hers.map((name) => {
    const path = join(hacia, name)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    renameSync(join(carpeta, name), path)
    return path
  })
}

const hechaCon = (clave: ClaveCasa): Record<Nombre, (carpeta: string) => boolean> => ({
  [ARCHIVO_CLAVE]: (carpeta) => clavesAMano(carpeta, {}).some((one) => one.clave.equals(clave)),
  [ARCHIVO_LLAVES]: (carpeta) => {
    try {
      return leerLlaves(carpeta, clave) !== null
    } catch {
      return false
    }
  },
  [CABEZAS]: (carpeta) => {
    const firmante = firmanteDe(clave).publica
    const signed = leerLineas(archivoDeAnclas(carpeta)).map(firmadaPor)
    return signed.includes(firmante)
  },
})

function firmadaPor(linea: string): unknown {
  try {
    return JSON.parse(linea).clave
  } catch {
    return null
  }
}
