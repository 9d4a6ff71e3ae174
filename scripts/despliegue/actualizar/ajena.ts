// A part of `actualizar` for a house with a PostgreSQL of its own, in a process of the house's own user.
//   --antes                       nobody serves that database any more; its last line is the mark of the house
//   --despues                     the same; its last two lines are the instant that a backup reaches now, and the mark
//   --devuelta <mark> <instant>   the database is back, as it was at that instant, and the house knows that it went back
import { esDeDemo, lugarDe } from '../../../src/server/acceso/secretos.ts'
import { unaConexion } from '../../../src/server/db/entrada/conexion.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { readConfig } from '../../../src/server/proceso/config.ts'
import { conciliar } from '../../respaldo/conciliar.ts'
import { esperarVuelta, exigirDetenida } from '../../respaldo/detenida.ts'
import { marcaDe } from './marca.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

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
  await esperarVuelta(url, say)
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
  // Nobody worked since: that was looked at before the line was started.
  const hasta = copia.replace(' ', 'T').replace('+00', 'Z')
  await conciliar(url, { lugar, copia, hasta, revisar: false })
}

async function main([que, marca = '', copia = '']: string[]): Promise<void> {
  const { databaseUrl } = readConfig(process.env)
  if (!databaseUrl) throw new Error('Falta DATABASE_URL.')
  if (que === '--devuelta') return devuelta(databaseUrl, marca, copia)
  await exigirDetenida(databaseUrl, 'en todos los equipos con la orden de --detener')
  if (que === '--despues') say(await instante(databaseUrl))
  say(await marcaDe(databaseUrl))
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
