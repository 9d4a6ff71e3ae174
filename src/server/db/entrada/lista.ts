import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isLost } from '../../proceso/breaker.ts'
import { servidoresDe } from '../servidores/lista.ts'
import { unaConexion } from './conexion.ts'
import { type Donde, motivo, nombre, sinLugar } from './motivos.ts'

const CADA_MS = 1_000
/** Tries between two sentences for the console. */
const DICE_CADA = 60

/** A server that another machine does not know by name yet, that starts, or that has no room for one more. */
const AUN_NO = /^(ENOTFOUND|EAI_AGAIN|ENETUNREACH|53300)$/

/**
 * Waits until a PostgreSQL of the house's own answers its owner, however long that takes, and looks whether he may keep
 * a house in it. `dice` receives a sentence for the console: at once, then each minute. `cada` is the time between two
 * tries in milliseconds.
 * @throws Error in one Spanish sentence with the statement that cures it.
 */
export const esperarBase = (url: string, dice: (texto: string) => void, cada = CADA_MS) =>
  mientrasFalte(url, { dice, cada, veces: Number.POSITIVE_INFINITY }, exigirDueno)

/**
 * As `esperarBase` for a command, which somebody waits for: a minute, and whoever signs in.
 * @throws Error in one Spanish sentence, also when the minute is over.
 */
export const esperarUnMinuto = (url: string, dice: (texto: string) => void, cada = CADA_MS) =>
  mientrasFalte(url, { dice, cada, veces: DICE_CADA }, async () => {})

interface Espera {
  dice: (texto: string) => void
  cada: number
  veces: number
}

async function mientrasFalte(
  url: string,
  { dice, cada, veces }: Espera,
  mira: (client: pg.Client, donde: Donde) => Promise<void>,
): Promise<void> {
  const { urls, nombres } = servidoresDe(url)
  const donde = dondeDe(urls[0] as string, urls.length > 1 ? nombres.join(', ') : null)
  for (let tries = 0; ; tries++) {
    try {
      return await unaConexion(url, (client) => mira(client, donde))
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      // A pooler refuses by a code of lost connections.
      const why = motivo(error, donde)
      if (why !== null || (!isLost(error) && !AUN_NO.test(code))) {
        throw new Error(why ?? message, { cause: error })
      }
      const [lleno, falta] = [sinLugar(error, donde), `en ${donde.servidor} (${message || code})`]
      if (tries >= veces)
        throw new Error(`${lleno ?? `La base de datos no responde ${falta}`}.`, { cause: error })
      if (tries % DICE_CADA === 0) {
        dice(
          lleno
            ? `${lleno}. Se intenta cada segundo.`
            : `La base de datos no responde todavía ${falta}: se intenta cada segundo.`,
        )
      }
      await sleep(cada)
    }
  }
}

function dondeDe(url: string, servidores: string | null): Donde {
  const { user, database, host, port, ssl } = new pg.Client({ connectionString: url })
  const via = host.startsWith('/') ? 'socket' : ssl ? 'tls' : 'clear'
  return {
    ...{ usuario: user ?? '', base: database ?? '', via },
    servidor: servidores ?? `${host}:${port}`,
  }
}

/** Whether the owner can keep a house there: its text has every letter, and he may make tables. */
async function exigirDueno(client: pg.Client, { usuario, base }: Donde): Promise<void> {
  const { rows } = await client.query<{ letras: string; crea: boolean }>(
    `SELECT current_setting('server_encoding') AS letras,
            coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'CREATE'), false) AS crea`,
  )
  const { letras = '', crea = false } = rows[0] ?? {}
  if (letras !== 'UTF8') {
    throw new Error(
      `La base de datos «${base}» guarda el texto en ${letras} y se necesita UTF8: ejecute «CREATE DATABASE ${nombre(`${base}_utf8`)} OWNER ${nombre(usuario)} ENCODING 'UTF8' TEMPLATE template0» e indíquela en DATABASE_URL.`,
    )
  }
  if (!crea) {
    throw new Error(
      `«${usuario}» no puede crear tablas en «${base}»: ejecute «ALTER DATABASE ${nombre(base)} OWNER TO ${nombre(usuario)}».`,
    )
  }
}
