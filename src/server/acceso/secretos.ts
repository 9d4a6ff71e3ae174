import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type pg from 'pg'
import { unaConexion } from '../db/entrada/conexion.ts'
import type { Config } from '../proceso/config.ts'
import {
  ARCHIVO_CLAVE,
  type ClaveCasa,
  type ClaveIndicada,
  claveIndicada,
  clavesAMano,
  crearClave,
  resumen,
} from './clave.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Where the house's secret and the published heads of its audit lie (R-128). */
export interface Lugar {
  /** Folder of `cambista.clave`. */
  clave: string
  /** Folder of the published heads. */
  anclas: string
  /** One sentence for the console when they lie with the data; else null. */
  aviso: string | null
  /** The data folder: there a demo has its key, and a house of an earlier release. */
  datos: string
}

/** The folder of this user's settings, where the system wants them. */
function settingsFolder(env: Env): string {
  if (process.platform === 'win32') return env.APPDATA || join(homedir(), 'AppData', 'Roaming')
  return env.XDG_CONFIG_HOME || join(homedir(), '.config')
}

/** A folder of its own for each data folder of this user. */
function apartFrom(datos: string, env: Env): string {
  const mark = createHash('sha256').update(datos).digest('hex').slice(0, 8)
  return join(settingsFolder(env), 'cambista', `${basename(datos)}-${mark}`)
}

/** The folder that CAMBISTA_SECRETOS names, else one beside this user's settings; for the demo the data folder. */
export function carpetaDeSecretos({ datos, demo }: Pick<Config, 'datos' | 'demo'>, env: Env) {
  if (env.CAMBISTA_SECRETOS) return resolve(env.CAMBISTA_SECRETOS)
  return demo ? datos : apartFrom(datos, env)
}

/** What a house of an earlier release has in its data folder is used where it is. */
export function lugarDe(config: Pick<Config, 'datos' | 'demo'>, env: Env): Lugar {
  const { datos } = config
  const apart = carpetaDeSecretos(config, env)
  const find = (name: string) =>
    existsSync(join(datos, name)) && !existsSync(join(apart, name)) ? datos : apart
  const clave = find(ARCHIVO_CLAVE)
  const anclas = find('auditoria')
  const near = [
    ...(clave === datos && !env.CAMBISTA_CLAVE ? [ARCHIVO_CLAVE] : []),
    ...(anclas === datos ? ['auditoria'] : []),
  ]
  const aviso =
    apart === datos || near.length === 0
      ? null
      : `Aviso: quien copie la carpeta de datos se lleva también la clave de la casa o las cabezas publicadas. Con el programa detenido, mueva ${near.map((name) => `«${join(datos, name)}»`).join(' y ')} a «${apart}».`
  return { clave, anclas, aviso, datos }
}

const HUELLA = 'clave_huella'
/** Says which key a house has, and nothing about the key: what its database knows of it. */
export const huellaDe = (clave: ClaveCasa) => resumen(clave, 'huella', 'casa').toString('hex')

/** What a database knows of its key. A house is lived in when it has users and is no demo. */
interface Estado {
  habitada: boolean
  /** It has the demo's mark, which the loading writes before the first user. */
  demo: boolean
  huella: string | null
}

async function stateOf(client: pg.Client): Promise<Estado> {
  const { rows } = await client.query("SELECT to_regclass('public.ajustes') IS NOT NULL AS hay")
  if (!rows[0].hay) return { habitada: false, demo: false, huella: null }
  const found = await client.query<Estado>(
    `SELECT EXISTS (SELECT FROM usuarios) AND NOT marca.demo AS habitada, marca.demo,
            (SELECT valor #>> '{}' FROM ajustes WHERE clave = $1) AS huella
     FROM (SELECT EXISTS (SELECT FROM ajustes WHERE clave = 'demo') AS demo) marca`,
    [HUELLA],
  )
  return found.rows[0] as Estado
}

/**
 * Whether what this database has outside of it is a demo's, by what it holds: a house that is lived in is none, whatever
 * the settings ask for. Only where it holds nobody yet they (`pedida`) decide what it becomes (R-459).
 */
export async function esDeDemo(url: string, pedida: boolean): Promise<boolean> {
  const { habitada, demo } = await unaConexion(url, stateOf)
  return demo || (pedida && !habitada)
}

interface Casa {
  /** Connection string of the database's owner. */
  url: string
  lugar: Lugar
  /** It is a demo, or becomes one (`esDeDemo`): its key may be made anew. A house that is lived in is never taken for one. */
  demo: boolean
}

/**
 * The secret of the house, before its database is migrated: from CAMBISTA_CLAVE, else from its file, which is made for
 * a house that is new.
 * @throws Error in Spanish when the house is lived in and its key is not there, or is another's.
 */
export async function claveDeCasa({ url, lugar, ...de }: Casa, env: Env): Promise<ClaveCasa> {
  const { habitada, huella } = await unaConexion(url, stateOf)
  const demo = de.demo && !habitada
  const dada = claveIndicada(lugar.clave, env)
  if (dada === null && !demo && (habitada || huella)) throw new Error(falta(lugar))
  const found = dada?.clave ?? crearClave(lugar.clave)
  if (demo || huella === null || huella === huellaDe(found)) return found
  const todas = [lugar.clave, lugar.datos].flatMap((carpeta) => clavesAMano(carpeta, env))
  const suya = todas.find(({ clave }) => huella === huellaDe(clave))
  throw new Error(dada && suya ? enOtroLugar(dada, suya) : ajena(env))
}

/**
 * Notes in a migrated database which key is the house's; the first one stays.
 * @throws Error in Spanish when another process of the house noted another one meanwhile.
 */
export async function fijarClave({ url, demo }: Casa, clave: ClaveCasa): Promise<void> {
  await unaConexion(url, async (client) => {
    const { habitada, huella } = await stateOf(client)
    if (huella === huellaDe(clave)) return
    const { rows } = await client.query<{ huella: string }>(
      `INSERT INTO ajustes AS a VALUES ($1, to_jsonb($2::text))
       ON CONFLICT (clave) DO UPDATE SET valor = CASE WHEN $3 THEN excluded.valor ELSE a.valor END
       RETURNING valor #>> '{}' AS huella`,
      [HUELLA, huellaDe(clave), demo && !habitada],
    )
    if (rows[0]?.huella !== huellaDe(clave)) throw new Error(ajena())
  })
}

/** The house's own key is at hand, and another one counts in its place: nothing is lost, nor to be deleted. */
function enOtroLugar(dada: ClaveIndicada, suya: ClaveIndicada): string {
  const que = {
    variable: 'quite CAMBISTA_CLAVE, o escriba en ella esa',
    credencial: `ponga esa en el lugar de la otra, en el archivo de LoadCredential (/etc/cambista/${ARCHIVO_CLAVE})`,
    archivo: 'ponga esa en el lugar de la otra, que conviene guardar',
  }[dada.por]
  return `La clave de «${dada.donde}» no es la de esta casa. La suya está en «${suya.donde}»: ${que}, y vuelva a iniciar.`
}

const ajena = ({ CREDENTIALS_DIRECTORY: credencial }: Env = {}) =>
  `La clave indicada no es la de esta casa (CAMBISTA_CLAVE${credencial ? ', la credencial del servicio' : ''} o ${ARCHIVO_CLAVE}): ` +
  'recupere la suya de su copia; cada respaldo de la casa la trae también (docs/respaldo.md). ' +
  `Si se perdió para siempre, ejecute «npm run psql -- "DELETE FROM ajustes WHERE clave = '${HUELLA}'"» y vuelva a iniciar. ` +
  'Se pierde con ella lo que cifró: el token de Telegram, los segundos factores y los secretos de los webhooks tendrán que escribirse de nuevo, ' +
  'los papeles ya impresos no se reconocerán por su código, y no habrá respaldos hasta que mueva «respaldo.llave» a otro lugar y haga uno.'

const falta = ({ clave }: Lugar) =>
  `Falta la clave de esta casa: no está en «${join(clave, ARCHIVO_CLAVE)}». No se crea otra, porque con ella no se leería lo cifrado ni valdrían las firmas. ` +
  'Recupérela de su copia, o indique dónde está: su carpeta en CAMBISTA_SECRETOS o sus 64 dígitos en CAMBISTA_CLAVE.'
