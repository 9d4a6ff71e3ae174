// A part of `actualizar` for a house with a PostgreSQL of its own, in a process of the house's own user.
//   --antes                       nobody serves that database any more; its last line is the mark of the house
//   --despues                     the same; its last two lines are the instant that a backup reaches now, and the mark
//   --devuelta <mark> <instant>   the database is back, as it was at that instant, and the house knows that it went back
import { setTimeout as sleep } from 'node:timers/promises'
import { cabezasConocidas } from '../../../src/areas/auditoria/cadena/contra.ts'
import { esDeDemo, lugarDe } from '../../../src/server/acceso/secretos.ts'
import { conBase } from '../../../src/server/db/db.ts'
import { unaConexion } from '../../../src/server/db/entrada/conexion.ts'
import { esperarBase } from '../../../src/server/db/entrada/lista.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { readConfig } from '../../../src/server/proceso/config.ts'
import { anotarRestauracion } from '../../../src/server/respaldo/anotar.ts'
import { ponerCabezas } from '../../../src/server/respaldo/secretos.ts'
import { marcaDe } from './marca.ts'

const CADA_MS = 1_000
/** How long a connection of a program that ended may still be there. */
const SESIONES_MS = 10_000
/** How long PostgreSQL may take until it has replayed its log. */
const VUELTA_MS = 3_600_000

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Asks the database something again and again until it says yes; answers whether it did in time. */
async function hasta(url: string, sql: string, ms: number): Promise<boolean> {
  const end = performance.now() + ms
  for (;;) {
    const yes = await unaConexion(url, async (client) => {
      const { rows } = await client.query<{ si: boolean }>(sql)
      return rows[0]?.si === true
    })
    if (yes) return true
    if (performance.now() > end) return false
    await sleep(CADA_MS)
  }
}

/** @throws Error in Spanish while a program, of this machine or of another one, is connected to the house. */
async function exigirDetenida(url: string): Promise<void> {
  const nobody = `SELECT count(*) = 0 AS si FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'cambista%' AND pid <> pg_backend_pid()`
  if (await hasta(url, nobody, SESIONES_MS)) return
  throw new Error(
    'Todavía hay un Cambista conectado a esa base de datos: deténgalo en todos los equipos con la orden de --detener.',
  )
}

async function instante(url: string): Promise<string> {
  return unaConexion(url, async (client) => {
    const { rows } = await client.query<{ ahora: string }>(
      "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' AS ahora",
    )
    return rows[0]?.ahora ?? ''
  })
}

/** Waits for the database that was brought back, looks that it is that one, and writes down that it went back. */
async function devuelta(url: string, marca: string, copia: string): Promise<void> {
  const tarde = setTimeout(() => {
    process.stderr.write('La base de datos no volvió en una hora.\n')
    process.exit(1)
  }, VUELTA_MS)
  await esperarBase(url, say)
  await hasta(url, 'SELECT NOT pg_is_in_recovery() AS si', VUELTA_MS)
  clearTimeout(tarde)
  // Where the database was upgraded and is not back, this version says that it is a later one's.
  await migrate(url)
  if ((await marcaDe(url)) !== marca) {
    throw new Error(
      'La orden de --devolver terminó bien, y la base de datos no es la de antes de la actualización.',
    )
  }
  const config = readConfig(process.env)
  const demo = await esDeDemo(url, config.demo)
  const lugar = lugarDe({ ...config, demo }, process.env)
  const iso = copia.replace(' ', 'T').replace('+00', 'Z')
  await conBase(url, (db) =>
    ponerCabezas(
      lugar,
      [],
      new Date(),
      (lines) => cabezasConocidas(db, lines),
      // Nobody worked since: that was looked at before the line was started.
      (apart) => anotarRestauracion(url, copia, iso, apart, false),
    ),
  )
}

async function main([que, marca = '', copia = '']: string[]): Promise<void> {
  const { databaseUrl } = readConfig(process.env)
  if (!databaseUrl) throw new Error('Falta DATABASE_URL.')
  if (que === '--devuelta') return devuelta(databaseUrl, marca, copia)
  await exigirDetenida(databaseUrl)
  if (que === '--despues') say(await instante(databaseUrl))
  say(await marcaDe(databaseUrl))
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
