import type { ClaveCasa } from './server/acceso/clave.ts'
import { claveDeCasa, esDeDemo, fijarClave, type Lugar, lugarDe } from './server/acceso/secretos.ts'
import { accesoDeServicio } from './server/db/entrada/acceso.ts'
import { insistir } from './server/db/entrada/insistir.ts'
import { esperarBase } from './server/db/entrada/lista.ts'
import { exigirPuertaCerrada } from './server/db/entrada/puerta.ts'
import { migrate } from './server/db/migrate.ts'
import { type EmbeddedPostgres, startPostgres } from './server/embedded/embedded.ts'
import { ajusteDeMemoria } from './server/embedded/memoria.ts'
import { avisoDeLectura, comoServidor } from './server/lectura/lectura.ts'
import { checkDatabase } from './server/proceso/boot.ts'
import type { Config } from './server/proceso/config.ts'
import { contieneDemo, exigirCasa } from './server/proceso/demo.ts'
import { conexionesPara } from './server/procesos/cabida.ts'

/** A house that is ready to be served: what each of its processes is told. */
export interface Casa {
  /** With which connection string it is served: never the owner's. */
  servidor: string
  /** A replica for reports, as whoever serves; null where there is none. */
  lectura: string | null
  /** The house's secret, in hexadecimal. */
  clave: string
  lugar: Lugar
  /** It holds the demo. */
  demo: boolean
}

interface Como {
  olvidadiza?: boolean
  say: (text: string) => void
}

/**
 * Opens the house's database, looks whether it can keep the books, migrates it, and loads the demo: what is done once,
 * however many processes serve. Answers the house, and what stops the PostgreSQL that was started for it.
 */
export async function abrirCasa(
  config: Config,
  como: Como,
): Promise<{ casa: Casa; cerrar: () => Promise<void> }> {
  const postgres = await openDatabase(config, como)
  const cerrar = () => postgres.own?.stop() ?? Promise.resolve()
  try {
    for (const warning of await checkDatabase(postgres.url, como)) como.say(warning)
    const deDemo = await esDeDemo(postgres.url, config.demo)
    // Before its key is asked for, and before it is upgraded: this start wants nothing of a demo.
    if (deDemo && !config.demo) throw contieneDemo(config)
    const lugar = lugarDe({ ...config, demo: deDemo }, process.env)
    const suya = { url: postgres.url, lugar, demo: deDemo }
    const clave = await claveDeCasa(suya, process.env)
    const servidor = await insistir(() => servingUrl(postgres, config, clave), { dice: como.say })
    // The owner's right is used here alone, on connections that are closed again.
    await migrate(postgres.url)
    await fijarClave(suya, clave)
    await insistir(() => exigirPuertaCerrada(servidor), { dice: como.say })
    await insistir(() => checkDatabase(servidor, como), { dice: como.say })
    const demo = await prepareDemo({ dueno: postgres.url, servidor, deDemo }, config, como)
    const lectura = await replicaDe(config, servidor, como)
    return { casa: { servidor, lectura, clave: clave.toString('hex'), lugar, demo }, cerrar }
  } catch (error) {
    await cerrar()
    throw error
  }
}

async function openDatabase({ databaseUrl, datos, procesos }: Config, { say }: Como) {
  if (databaseUrl) {
    await esperarBase(databaseUrl, say)
    return { url: databaseUrl, own: null as EmbeddedPostgres | null }
  }
  const settings = ajusteDeMemoria().postgres
  const maxConnections = Math.max(100, conexionesPara(procesos))
  const own = await startPostgres({ carpeta: datos, settings, maxConnections, log: say })
  return { url: own.url, own }
}

/** The replica of the settings, as whoever serves signs in; says when it cannot be read now. */
async function replicaDe(
  { databaseUrlLectura }: Config,
  servidor: string,
  { say }: Como,
): Promise<string | null> {
  if (!databaseUrlLectura) return null
  const lectura = comoServidor(databaseUrlLectura, servidor)
  const aviso = await avisoDeLectura(lectura, servidor)
  if (aviso) say(aviso)
  return lectura
}

/** The connection string with which the house is served: never the owner's. */
async function servingUrl(
  { url, own }: Awaited<ReturnType<typeof openDatabase>>,
  { databaseUrlApp }: Config,
  clave: ClaveCasa,
): Promise<string> {
  if (own) return own.servidor
  return accesoDeServicio({ dueno: url, servidor: databaseUrlApp, clave })
}

/**
 * Loads the demo into an empty database when the settings ask for it, and goes on with one that is there (`deDemo`: what
 * `esDeDemo` says of the database). Returns true when the database holds the demo. @throws when the settings do not ask for the demo and the database holds it.
 */
async function prepareDemo(
  { dueno, servidor, deDemo }: { dueno: string; servidor: string; deDemo: boolean },
  config: Config,
  { say }: Como,
): Promise<boolean> {
  if (!config.demo) {
    await exigirCasa(servidor, config)
    return false
  }
  if (!deDemo) return false
  const { loadDemo } = await import('../scripts/demo/load.ts')
  return loadDemo(dueno, { servidor, say })
}
