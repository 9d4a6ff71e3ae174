// `npm run demo:dejar` leaves the demo: it empties the database, and only one that holds the demo, takes the demo's own
// key, heads and keys of backups away, and proves that nothing is left by comparing every table with those of a database
// that it makes for that purpose.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { ARCHIVO_CLAVE } from '../../src/server/acceso/clave.ts'
import { lugarDe } from '../../src/server/acceso/secretos.ts'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { cambiarUrl } from '../../src/server/db/servidores/lista.ts'
import { findPlace } from '../../src/server/embedded/folder.ts'
import { OWNER, SUPERUSER } from '../../src/server/embedded/roles.ts'
import { comoRol } from '../../src/server/embedded/server.ts'
import { type Config, readConfig } from '../../src/server/proceso/config.ts'
import { openDatabase } from '../../src/server/proceso/open.ts'
import { ARCHIVO_LLAVES } from '../../src/server/respaldo/llaves.ts'
import { queda } from './queda.ts'
import { vaciarDemo } from './vaciar.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { url, close } = await openDatabase(config)
  try {
    // Made first: who cannot prove it does not begin.
    const left = await conNueva(config, url, async (nueva) => {
      await vaciarDemo(url)
      quitarSecretos(config)
      await migrate(url)
      return queda(url, nueva)
    })
    if (left.length > 0) {
      throw new Error(`De la demostración queda algo: ${left.join(', ')}. Use otra base de datos.`)
    }
    say(
      'No queda nada de la demostración: cada tabla es como la de una casa nueva. Inicie la suya con «CAMBISTA_DEMO=0 npm start».',
    )
  } finally {
    await close()
  }
}

/** What the demo keeps of its own, where it lies with its data: a real house has its own apart. */
function quitarSecretos(config: Config): void {
  const { clave, anclas } = lugarDe({ ...config, demo: true }, process.env)
  if (config.databaseUrl) return
  if (anclas === config.datos) rmSync(join(anclas, 'auditoria'), { recursive: true, force: true })
  if (clave !== config.datos) return
  for (const name of [ARCHIVO_CLAVE, ARCHIVO_LLAVES]) rmSync(join(clave, name), { force: true })
}

/** Runs `work` on a database that is made for it, of this version, and removed again. */
async function conNueva<T>(
  { datos, databaseUrl }: Config,
  url: string,
  work: (nueva: string) => Promise<T>,
): Promise<T> {
  const name = `cambista_nueva_${process.pid}`
  const nueva = cambiarUrl(url, (one) => {
    one.pathname = `/${name}`
  })
  const sql = async (text: string) => {
    const run = (client: pg.Client) => client.query(text)
    await (databaseUrl ? unaConexion(url, run) : comoRol(findPlace(datos), SUPERUSER, run))
  }
  const owner = databaseUrl ? '' : ` OWNER ${OWNER}`
  await sql(`CREATE DATABASE ${name}${owner} TEMPLATE template0`).catch(
    (error: pg.DatabaseError) => {
      if (error.code !== '42501') throw error
      throw new Error(
        'Para comprobar que no queda nada hace falta una base de datos nueva al lado, y el usuario de DATABASE_URL no puede crearla: dele CREATEDB y repita. No se tocó nada.',
      )
    },
  )
  try {
    await migrate(nueva)
    return await work(nueva)
  } finally {
    await sql(`DROP DATABASE ${name} WITH (FORCE)`)
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
