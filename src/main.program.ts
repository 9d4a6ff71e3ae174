import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { App } from './main.app.ts'
import type { ClaveCasa } from './server/acceso/clave.ts'
import { claveDeCasa, fijarClave, lugarDe } from './server/acceso/secretos.ts'
import type { Medida } from './server/aportes.ts'
import { accesoDeServicio } from './server/db/entrada/acceso.ts'
import { esperarBase } from './server/db/entrada/lista.ts'
import { exigirPuertaCerrada } from './server/db/entrada/puerta.ts'
import type { Juntos } from './server/db/lote/lote.ts'
import { migrate } from './server/db/migrate.ts'
import { revisar } from './server/db/revision.ts'
import { type EmbeddedPostgres, startPostgres } from './server/embedded/embedded.ts'
import { ajusteDeMemoria } from './server/embedded/memoria.ts'
import { leerTls } from './server/http/guardia/tls.ts'
import { avisoDeVencimiento, exigirAmparo } from './server/http/publicado/amparo.ts'
import { checkDatabase } from './server/proceso/boot.ts'
import { type Config, readConfig } from './server/proceso/config.ts'
import {
  exigirCasa,
  exigirEsteEquipo,
  PASSWORD_DEMO,
  USUARIOS_DEMO,
} from './server/proceso/demo.ts'
import { dudaDelReloj } from './server/proceso/reloj.ts'
import { discoDe } from './server/trabajos/disco.ts'
import { type Marchas, marchasDe } from './server/trabajos/marchas.ts'

/** What only another entry point sets; no setting of a house does. */
interface Program {
  /** Accepts a database that may lose commits. */
  olvidadiza?: boolean
  /** How many requests share a set. */
  juntos?: Juntos
  /** Tries the program that serves at this address, and ends it: it does no work of its own, which reaches others. */
  ensayo?: (url: string) => Promise<void>
}

/** Runs the program until a signal ends it. A known cause that prevents the start is reported in one sentence. */
export function runProgram(program: Program = {}): void {
  main(program).catch(fail)
}

/** Composition root: reads settings, opens and migrates the database, loads the demo, listens, and shuts down. */
async function main(program: Program): Promise<void> {
  const config = readConfig(process.env)
  const tls = leerTls(process.env)
  await exigirEsteEquipo(config)
  const soloProxies = await exigirAmparo(config, tls)
  // Imported while the database opens: building the schemas of all contracts takes half of the start.
  const code = Promise.all([import('./main.app.ts'), import('./main.trabajos.ts')])
  code.catch(() => {})
  const postgres = await openDatabase(config)
  const stopPostgres = () => postgres.own?.stop() ?? Promise.resolve()
  try {
    for (const warning of await checkDatabase(postgres.url, program)) say(warning)
    const { demo: esDemo, fuentesLocales } = config
    const lugar = lugarDe(config, process.env)
    const suya = { url: postgres.url, lugar, demo: esDemo }
    const clave = await claveDeCasa(suya, process.env)
    const respaldo = { destino: config.respaldo, ajeno: config.databaseUrl !== null }
    const afuera = { anclas: lugar.anclas, clave, fuentesLocales, respaldo }
    const servidor = await servingUrl(postgres, config, clave)
    // The owner's right is used here alone, on connections that are closed again.
    await migrate(postgres.url)
    await fijarClave(suya, clave)
    await exigirPuertaCerrada(servidor)
    await checkDatabase(servidor, program)
    const demo = await prepareDemo({ dueno: postgres.url, servidor }, config)
    const [{ buildApp, medidas }, { startWork }] = await code
    const mide = await medidasDelPrograma(config, medidas)
    const { conexiones } = ajusteDeMemoria()
    const app = await buildApp({
      url: servidor,
      ...(conexiones && { max: conexiones }),
      onBug: report,
      afuera: { ...afuera, demo },
      limites: { porSesion: config.solicitudes },
      nombres: [config.host, ...config.nombres],
      proxies: config.proxies,
      soloProxies,
      sinLinea: config.sinLinea,
      tls,
      onInforme: log,
      medir: mide?.http,
      juzga: process.env.NODE_ENV === 'development',
      juntos: program.juntos,
    })
    // A quick check runs before the first operation, so wrong books accept none; the full check runs while serving.
    await revisar(app.db, { fondo: false })
    if (lugar.aviso) say(lugar.aviso)
    if (!esDemo && process.getuid?.() === 0) say(COMO_ROOT)
    const duda = await dudaDelReloj(app.db)
    if (duda) say(`Aviso: ${duda}`)
    const vence = await avisoDeVencimiento(app.db, tls)
    if (vence) say(vence)
    const address = await app.http.listen({ host: config.host, port: config.port })
    soltar()
    const marchas = marchasDe(app.db, (error, who) => {
      mide?.fallo(who)
      report(error, who)
    })
    const cerrarMetricas = (await mide?.servir(app, marchas)) ?? (async () => {})
    const trabaja = !program.ensayo
    const stopWork = trabaja ? startWork(app.db, afuera, marchas, process.env) : async () => {}
    const stopDemo = demo && trabaja ? await keepDemo(servidor) : async () => {}
    // The framework says http of a server that it did not make.
    const url = tls ? address.replace(/^http:/, 'https:') : address
    const { avisoDeEstreno } = await import('./areas/usuarios/primero/aviso.ts')
    const aviso = esDemo ? null : await avisoDeEstreno(app.db, clave, url)
    announce(url, demo)
    if (aviso) say(aviso)
    const close = async () => {
      // Requests in progress are answered and new ones are refused at once; their audit rows are sealed afterwards.
      await app.http.close()
      await cerrarMetricas()
      await stopDemo()
      await stopWork()
      await app.close()
      await stopPostgres()
    }
    onSignal(close)
    await program.ensayo?.(url).finally(close)
  } catch (error) {
    await stopPostgres()
    throw error
  }
}

/** What is measured of this process, where somebody asked for it; null: its code is not even loaded. */
async function medidasDelPrograma(config: Config, medidas: readonly Medida[]) {
  const { metricas, databaseUrl, datos } = config
  if (!metricas) return null
  const [{ medidasDe }, { servirMetricas }] = await Promise.all([
    import('./server/metricas/medidas.ts'),
    import('./server/metricas/servir.ts'),
  ])
  let app: App | undefined
  let marchas: Marchas | undefined
  const all = medidasDe({
    medidas,
    db: () => app?.db ?? null,
    flujos: () => app?.flujos() ?? 0,
    marchas: () => marchas?.leer() ?? [],
    disco: async () => (databaseUrl ? null : discoDe(datos)),
  })
  return {
    ...all,
    /** Serves them of this house; answers what stops it. */
    async servir(of: App, jobs: Marchas): Promise<() => Promise<void>> {
      app = of
      marchas = jobs
      const { url, close } = await servirMetricas(metricas, all)
      say(`Métricas en ${url}`)
      return close
    },
  }
}

/**
 * Collects what the start left behind and gives its memory back, 28 of 172 MB: nothing would, until there is load.
 */
function soltar(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  setImmediate(() => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }))
}

async function openDatabase({ databaseUrl, datos }: Config) {
  if (databaseUrl) {
    await esperarBase(databaseUrl, say)
    return { url: databaseUrl, own: null as EmbeddedPostgres | null }
  }
  const settings = ajusteDeMemoria().postgres
  const own = await startPostgres({ carpeta: datos, settings, log: say })
  return { url: own.url, own }
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
 * Loads the demo into an empty database when the settings ask for it, in a process of its own. Returns true when the
 * database holds the demo. @throws when the settings do not ask for the demo and the database holds it.
 */
async function prepareDemo(
  { dueno, servidor }: { dueno: string; servidor: string },
  config: Config,
): Promise<boolean> {
  if (!config.demo) {
    await exigirCasa(servidor, config)
    return false
  }
  const { loadDemo } = await import('../scripts/demo/load.ts')
  return loadDemo(dueno, { servidor, say })
}

/** Keeps the demo's day going while nobody works in it, as the role that serves. */
async function keepDemo(servidor: string): Promise<() => Promise<void>> {
  const { mantenerViva } = await import('../scripts/demo/viva.ts')
  return mantenerViva(servidor, {}, (error) => report(error, 'demo'))
}

function announce(address: string, demo: boolean): void {
  say(`\nCambista está en ${address}`)
  if (!demo) return
  say(`Negocio de demostración. Usuarios (contraseña de todos: ${PASSWORD_DEMO}):`)
  say(`  ${USUARIOS_DEMO.join(' · ')}`)
  say('Ctrl-C para terminar.\n')
}

/** Why the program does not give up root by itself: ADR 0045. */
const COMO_ROOT =
  'Aviso: el programa corre como root. Para una casa real use un usuario del sistema sin privilegios.'

/** Closes the program at the first signal, whichever it is; later signals are ignored. */
function onSignal(close: () => Promise<void>): void {
  let closing = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (closing) return
      closing = true
      close().then(
        () => process.exit(0),
        (error) => fail(error),
      )
    })
  }
}

/** Logs the cause of an unexpected error with the id that the user was shown; never logs bodies or tokens. */
function report(error: unknown, solicitud: string): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' }
  log(`${solicitud} ${message}\n${stack ?? ''}`)
}

function log(text: string): void {
  process.stderr.write(`[${new Date().toISOString()}] ${text}\n`)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function fail(error: unknown): never {
  const { message, code } = error as NodeJS.ErrnoException
  const known = {
    EADDRINUSE: 'El puerto ya está en uso. Elija otro: PORT=3001 npm start',
    EACCES: `Sin permiso: ${message}. Elija otro puerto u otra carpeta (PORT, CAMBISTA_DATOS).`,
    ENOSPC: 'El disco está lleno. Libere espacio y vuelva a intentar.',
  }[code ?? '']
  process.stderr.write(`${known ?? message}\n`)
  process.exit(1)
}
