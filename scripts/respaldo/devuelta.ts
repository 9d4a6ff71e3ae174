// `npm run devuelta -- "2026-11-22 10:37:00-05"` tells a house with a PostgreSQL of its own, which somebody brought back to
// that instant, that it went back: the published heads that it does not know any more are put aside, its audit says so,
// every session ends, and somebody has to review who may what. Then it checks books and heads. Without an instant the house
// is as it was at the last thing that somebody did in it. Each machine that has published heads runs it.
import type pg from 'pg'
import { esDeDemo, lugarDe } from '../../src/server/acceso/secretos.ts'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { readConfig } from '../../src/server/proceso/config.ts'
import { conciliar, revisar } from './conciliar.ts'
import { esperarVuelta, exigirDetenida } from './detenida.ts'

const USO = 'Uso: npm run devuelta -- "2026-11-22 10:37:00-05", el momento al que se restauró.'
/** With its offset, as pgBackRest takes it: without one it would mean what the settings of this connection say. */
const INSTANTE = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d(:?\d\d)?)$/

const say = (text: string) => process.stdout.write(`${text}\n`)

async function main([text, ...more]: string[]): Promise<void> {
  if (more.length > 0) throw new Error(USO)
  const config = readConfig(process.env)
  if (!config.databaseUrl) {
    throw new Error(
      'Esto es de un PostgreSQL propio (DATABASE_URL): la base de datos del programa se devuelve con «npm run restaurar».',
    )
  }
  const url = config.databaseUrl
  await esperarVuelta(url, say)
  await exigirDetenida(url, 'en todos los equipos')
  const demo = await esDeDemo(url, config.demo)
  const lugar = lugarDe({ ...config, demo }, process.env)
  await migrate(url)
  const { hasta, anotada } = await unaConexion(url, (client) => momentoDe(client, text))
  const copia = 'PostgreSQL propio'
  const heads = await conciliar(url, { lugar, copia, hasta, revisar: !anotada, anotada })
  if (heads) say(heads)
  const { asientos, apuntes, cabezas, diferencia } = await revisar(url, lugar)
  say(`${asientos} asientos, ${apuntes} apuntes y ${cabezas} cabezas publicadas revisados.`)
  if (diferencia) {
    say(`DIFERENCIA: ${diferencia}`)
    process.exitCode = 1
    return
  }
  say(
    anotada
      ? 'Sin diferencias. Que la casa volvió a ese momento ya estaba anotado.'
      : 'Sin diferencias. Todas las sesiones terminaron, y las claves de API y los webhooks esperan: un administrador debe revisar en Usuarios quién puede qué.',
  )
}

/**
 * The instant to which it went back, and whether that is written down since, as by another machine of the house.
 * @throws Error in Spanish when it is none, or later than now.
 */
async function momentoDe(client: pg.Client, text: string | undefined) {
  if (text !== undefined && !INSTANTE.test(text.trim())) throw new Error(noEs(text))
  const { rows } = await client
    .query<{ hasta: string; anotada: boolean; futuro: boolean }>(
      `SELECT to_json(m.hasta) #>> '{}' AS hasta, m.hasta > clock_timestamp() AS futuro,
              EXISTS (SELECT FROM restauraciones r WHERE r.hasta = m.hasta) AS anotada
       FROM (SELECT coalesce($1::timestamptz,
               (SELECT least(max(fecha), clock_timestamp()) FROM auditoria WHERE usuario_id IS NOT NULL), ahora()) AS hasta) m`,
      [text?.trim() ?? null],
    )
    .catch((error: pg.DatabaseError) => {
      // A day that no month has.
      throw error.code?.startsWith('22') ? new Error(noEs(String(text))) : error
    })
  const [found] = rows
  if (!found || found.futuro)
    throw new Error(`«${text}» todavía no llegó: ¿se restauró a ese momento?`)
  return found
}

const noEs = (text: string) =>
  `No se entiende «${text}»: escriba el momento con su diferencia horaria, como "2026-11-22 10:37:00-05".`

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
