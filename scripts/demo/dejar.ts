// `npm run demo:dejar` leaves the demo: it empties the database, and only one that holds the demo, takes the demo's own
// key, heads and keys of backups away, and proves that nothing is left by comparing every table with those of a database
// that it makes for that purpose, and the published heads that the next house would find with its audit.
import type pg from 'pg'
import { anclasContra } from '../../src/areas/auditoria/cadena/contra.ts'
import { lugarDe } from '../../src/server/acceso/secretos.ts'
import { conBase } from '../../src/server/db/db.ts'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { cambiarUrl } from '../../src/server/db/servidores/lista.ts'
import { findPlace } from '../../src/server/embedded/folder.ts'
import { OWNER, SUPERUSER } from '../../src/server/embedded/roles.ts'
import { comoRol } from '../../src/server/embedded/server.ts'
import { type Config, readConfig } from '../../src/server/proceso/config.ts'
import { openDatabase } from '../../src/server/proceso/open.ts'
import { olvidarEstado } from '../../src/server/respaldo/registro/estado.ts'
import { queda } from './queda.ts'
import { dicho, quitarSecretos } from './secretos.ts'
import { vaciarDemo } from './vaciar.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { url, close } = await openDatabase(config)
  try {
    // Made first: who cannot prove it does not begin.
    const left = await conNueva(config, url, async (nueva) => {
      await vaciarDemo(url, (huella) => {
        const demo = { config, env: process.env, huella, ahora: new Date() }
        for (const text of dicho(quitarSecretos(demo))) say(text)
      })
      // The next house has a log of its own.
      if (!config.databaseUrl) olvidarEstado(config.datos)
      await migrate(url)
      return [...(await queda(url, nueva)), ...(await cabezasDeOtra(url, config))]
    })
    if (left.length > 0) {
      throw new Error(
        `De la demostración queda algo: ${left.join(', ')}. Use otra base de datos u otra carpeta (CAMBISTA_SECRETOS).`,
      )
    }
    say(
      'No queda nada de la demostración: cada tabla es como la de una casa nueva. Inicie la suya con «CAMBISTA_DEMO=0 npm start».',
    )
  } finally {
    await close()
  }
}

/** The published heads that the house would find that begins now, though it has published none. */
async function cabezasDeOtra(url: string, config: Config): Promise<string[]> {
  const { anclas } = lugarDe({ ...config, demo: false }, process.env)
  const { diferencia } = await conBase(url, (db) => anclasContra(db, anclas))
  return diferencia ? [`cabezas publicadas en «${anclas}»`] : []
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
