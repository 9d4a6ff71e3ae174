import { isLost } from '../../proceso/breaker.ts'
import { DE_UN_INTERMEDIARIO } from './intermediario.ts'

/** Whom a connection string signs in as, where, and how it goes there. */
export interface Donde {
  usuario: string
  base: string
  servidor: string
  via: 'socket' | 'tls' | 'clear'
}

/**
 * What refuses a connection. `message` is in the language of the server (lc_messages); `routine`, the function of
 * PostgreSQL's source that refused, and the name of a file within a message are the same in all of them.
 */
interface Dicho {
  code?: string
  message?: string
  routine?: string
}

/** A name as SQL and pg_hba.conf take it, whatever signs it has. */
export const nombre = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The line of pg_hba.conf that lets somebody in; the first one that fits is the one that counts. */
function conLinea({ usuario, base, via }: Donde): string {
  const tipo = { socket: 'local', tls: 'hostssl', clear: 'host' }[via]
  const desde = via === 'socket' ? '' : ' <dirección de este equipo>/32'
  return `agregue al comienzo de pg_hba.conf «${tipo} ${nombre(base)} ${nombre(usuario)}${desde} scram-sha-256» y ejecute «SELECT pg_reload_conf()»`
}

const sinLinea = (donde: Donde) =>
  `pg_hba.conf no deja entrar a «${donde.usuario}» en «${donde.base}» desde este equipo${donde.via === 'clear' ? ' sin cifrar' : ''}: ` +
  (donde.via === 'clear'
    ? `si ese servidor exige TLS (hostssl), agregue «sslmode=verify-full» a DATABASE_URL, y «sslrootcert=<archivo>» si su autoridad es propia; si no, ${conLinea(donde)}.`
    : `${conLinea(donde)}.`)

const sinRol = ({ usuario }: Donde) =>
  `PostgreSQL no deja entrar a «${usuario}»: si existe, ejecute «ALTER ROLE ${nombre(usuario)} LOGIN»; si no existe, «CREATE ROLE ${nombre(usuario)} LOGIN CREATEROLE».`

const SIN_CERTIFICADO =
  'PostgreSQL pide un certificado de cliente: agregue a DATABASE_URL «sslmode=verify-full», «sslcert=<archivo>» y «sslkey=<archivo>».'

const porOtroMedio = (donde: Donde) =>
  `PostgreSQL comprueba a «${donde.usuario}» por otro medio que su contraseña (peer, ident, cert, ldap) y no lo reconoce: corríjalo allí, o ${conLinea(donde)}.`

/** Why 28000, which has many causes: by which of PostgreSQL's functions says it. */
function noEntra(donde: Donde, { message = '', routine }: Dicho): string {
  if (routine === 'InitializeSessionUserId') return sinRol(donde)
  if (routine === 'auth_failed') return porOtroMedio(donde)
  if (message.includes('pg_hba.conf')) return sinLinea(donde)
  if (routine === 'ClientAuthentication') return SIN_CERTIFICADO
  return `${sinRol(donde)} Si no es eso: ${sinLinea(donde)}`
}

/** What PostgreSQL refuses at the door, by its code, and the statement that cures it. */
const MOTIVOS: Readonly<Record<string, (donde: Donde, said: Dicho) => string>> = {
  // PostgreSQL tells nobody outside whether the password is wrong or has expired, or nobody has that name.
  '28P01': ({ usuario }) =>
    `PostgreSQL no acepta la contraseña de «${usuario}»: corríjala en DATABASE_URL, o ejecute «ALTER ROLE ${nombre(usuario)} PASSWORD '…'». ` +
    `Si es la correcta, puede estar vencida: «ALTER ROLE ${nombre(usuario)} VALID UNTIL 'infinity'»; o no existe el usuario: «CREATE ROLE ${nombre(usuario)} LOGIN CREATEROLE PASSWORD '…'».`,
  '28000': noEntra,
  '3D000': ({ usuario, base }) =>
    `No existe la base de datos «${base}»: ejecute «CREATE DATABASE ${nombre(base)} OWNER ${nombre(usuario)} ENCODING 'UTF8' TEMPLATE template0».`,
  '42501': ({ usuario, base }) =>
    `«${usuario}» no tiene derecho a conectarse a «${base}»: ejecute «GRANT CONNECT ON DATABASE ${nombre(base)} TO ${nombre(usuario)}».`,
  '55000': ({ base }, { routine }) =>
    routine === 'InitPostgres'
      ? `La base de datos «${base}» quedó a medio borrar y PostgreSQL ya no la abre: recupérela de su respaldo en otra, e indique esa en DATABASE_URL.`
      : `La base de datos «${base}» no admite conexiones: ejecute «ALTER DATABASE ${nombre(base)} ALLOW_CONNECTIONS true».`,
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
  [/^CERT_HAS_EXPIRED/, 'El certificado de PostgreSQL venció: renuévelo en ese servidor.'],
  [
    /^ERR_SSL_\w*ALERT_\w*(UNKNOWN_CA|CERTIFICATE)/,
    'PostgreSQL no acepta el certificado de «sslcert» en DATABASE_URL: use uno vigente y de la autoridad que ese servidor tiene en ssl_ca_file.',
  ],
  [
    /^ERR_OSSL_/,
    'Los archivos de «sslcert» y «sslkey» en DATABASE_URL no sirven: deben ser un certificado y su propia llave, en PEM.',
  ],
  [
    /does not support SSL/,
    'PostgreSQL no tiene TLS: enciéndalo allí (ssl = on), o quite sslmode de DATABASE_URL si está en este equipo.',
  ],
]

/**
 * What the client itself says of a password that the setting `donde` has not, before the server hears of it: an error
 * without a code. Other failures of the same proof are the server's. Null: another error.
 */
export function sinProbar(usuario: string, message: string, donde = 'DATABASE_URL'): string | null {
  if (!message.startsWith('SASL: ')) return null
  if (message.includes('client password must be'))
    return `PostgreSQL pide la contraseña de «${usuario}» y ${donde} no la tiene: póngala después del usuario, «${encodeURIComponent(usuario)}:<contraseña>@», con los signos que no sean letras ni cifras escritos como en una dirección (%40 por @), o en la variable PGPASSWORD.`
  return `La contraseña de «${usuario}» no se pudo comprobar con quien responde en la dirección de ${donde} («${message}»): revise que sea PostgreSQL y que su pg_hba.conf diga scram-sha-256.`
}

/** Why a connection was refused, in Spanish, with what to do; null for what has no sentence of its own. */
export function motivo(error: unknown, donde: Donde): string | null {
  const said = error as Dicho
  const { code = '', message = '' } = said
  if (code === DE_UN_INTERMEDIARIO)
    return NO_LO_CONOCE.test(message) ? porIntermediario(donde, message) : null
  // A disk that fails has the code of a right that is missing.
  if (code === '42501' && isLost(error)) return null
  const tls = TLS.find(([is]) => is.test(code) || is.test(message))?.[1]
  return MOTIVOS[code]?.(donde, said) ?? tls ?? sinProbar(donde.usuario, message)
}

/**
 * Which limit leaves no room for one more connection, in Spanish, with the statement that lifts it; null when that is
 * not why. It may pass by itself.
 */
export function sinLugar(error: unknown, { usuario, base }: Donde): string | null {
  const { code, routine } = error as Dicho
  if (code !== '53300') return null
  if (routine === 'InitializeSessionUserId')
    return `PostgreSQL no admite más conexiones de «${usuario}»: cierre las que sobran, o ejecute «ALTER ROLE ${nombre(usuario)} CONNECTION LIMIT -1»`
  if (routine === 'CheckMyDatabase')
    return `PostgreSQL no admite más conexiones a «${base}»: cierre las que sobran, o ejecute «ALTER DATABASE ${nombre(base)} CONNECTION LIMIT -1»`
  return 'PostgreSQL no admite más conexiones: cierre las que sobran, o suba max_connections y reinícielo'
}
