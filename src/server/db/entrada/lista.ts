import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isLost } from '../../proceso/breaker.ts'
import { servidoresDe } from '../servidores/lista.ts'
import { unaConexion } from './conexion.ts'
import { DE_UN_INTERMEDIARIO } from './intermediario.ts'

const CADA_MS = 1_000
/** Tries between two sentences for the console. */
const DICE_CADA = 60

/** A server that another machine does not know by name yet, that starts, or that has no room for one more. */
const AUN_NO = /^(ENOTFOUND|EAI_AGAIN|ENETUNREACH|53300)$/

/** Whom a connection string signs in as, where. */
interface Donde {
  usuario: string
  base: string
  servidor: string
}

const nombre = (text: string) => `"${text.replaceAll('"', '""')}"`

/** What PostgreSQL refuses at the door, by its code, and the statement that cures it. */
const MOTIVOS: Readonly<Record<string, (donde: Donde) => string>> = {
  '28P01': ({ usuario }) =>
    `PostgreSQL no acepta la contraseña de «${usuario}»: corríjala en DATABASE_URL, o ejecute «ALTER ROLE ${nombre(usuario)} PASSWORD '…'».`,
  '28000': ({ usuario, base }) =>
    `PostgreSQL no deja entrar a «${usuario}» en «${base}» desde este equipo: si no existe, ejecute «CREATE ROLE ${nombre(usuario)} LOGIN CREATEROLE»; ` +
    `si existe, agregue a pg_hba.conf «host ${base} ${usuario} <dirección de este equipo>/32 scram-sha-256» y ejecute «SELECT pg_reload_conf()».`,
  '3D000': ({ usuario, base }) =>
    `No existe la base de datos «${base}»: ejecute «CREATE DATABASE ${nombre(base)} OWNER ${nombre(usuario)} ENCODING 'UTF8' TEMPLATE template0».`,
}

/** How PgBouncer says that it does not let somebody in, under the code that it has for everything, a full queue too. */
const NO_LO_CONOCE = /authentication failed|no such (user|database)/

const porIntermediario = ({ usuario, base }: Donde, said: string) =>
  `Lo que está entre el programa y PostgreSQL (PgBouncer) no deja entrar a «${usuario}» en «${base}» («${said}»): agréguelo a su lista de usuarios (auth_file) y la base a [databases], recárguelo (RELOAD), y revise la contraseña en DATABASE_URL.`

/** Failures of TLS, by what Node calls them. */
const TLS: readonly (readonly [RegExp, string])[] = [
  [
    /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/,
    'El certificado de PostgreSQL no es de una autoridad conocida: indique la suya con «sslrootcert=<archivo>» en DATABASE_URL.',
  ],
  [
    /ALTNAME_INVALID/,
    'El certificado de PostgreSQL es de otro nombre: use en DATABASE_URL el nombre que dice el certificado.',
  ],
  [/CERT_HAS_EXPIRED/, 'El certificado de PostgreSQL venció: renuévelo en ese servidor.'],
  [
    /does not support SSL/,
    'PostgreSQL no tiene TLS: enciéndalo allí (ssl = on), o quite sslmode de DATABASE_URL si está en este equipo.',
  ],
]

/** Why a connection was refused, in Spanish, with what to do; null for what has no sentence of its own. */
export function motivo(error: unknown, donde: Donde): string | null {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const tls = TLS.find(([is]) => is.test(code) || is.test(message))?.[1]
  const pooler = code === DE_UN_INTERMEDIARIO && NO_LO_CONOCE.test(message)
  if (pooler) return porIntermediario(donde, message)
  return MOTIVOS[code]?.(donde) ?? tls ?? null
}

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
  const { user, database, host, port } = new pg.Client({ connectionString: urls[0] as string })
  const servidor = urls.length > 1 ? nombres.join(', ') : `${host}:${port}`
  const donde = { usuario: user ?? '', base: database ?? '', servidor }
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
      const falta = `en ${donde.servidor} (${message || code})`
      if (tries >= veces)
        throw new Error(`La base de datos no responde ${falta}.`, { cause: error })
      if (tries % DICE_CADA === 0) {
        dice(`La base de datos no responde todavía ${falta}: se intenta cada segundo.`)
      }
      await sleep(cada)
    }
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
