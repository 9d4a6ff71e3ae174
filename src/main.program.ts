import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { App } from './main.app.ts'
import { abrirCasa, type Casa } from './main.casa.ts'
import type { Medida } from './server/aportes.ts'
import { insistir } from './server/db/entrada/insistir.ts'
import type { Juntos } from './server/db/lote/lote.ts'
import { revisar } from './server/db/revision.ts'
import { ajusteDeMemoria } from './server/embedded/memoria.ts'
import { leerTls, type Tls } from './server/http/guardia/tls.ts'
import { avisoDeVencimiento, exigirAmparo } from './server/http/publicado/amparo.ts'
import { type Log, logDe } from './server/log/log.ts'
import { type Config, readConfig } from './server/proceso/config.ts'
import { exigirEsteEquipo, PASSWORD_DEMO, USUARIOS_DEMO } from './server/proceso/demo.ts'
import { dudaDelReloj } from './server/proceso/reloj.ts'
import { avisoDeConexiones, exigirMemoria } from './server/procesos/cabida.ts'
import {
  avisarListo,
  contarMedidas,
  esHijo,
  type Reparto,
  recibir,
  repartir,
} from './server/procesos/hijos.ts'
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
  main(program).catch((error) => fail(error))
}

/** Composition root: reads settings, opens the house, and serves it in this process or in several. */
async function main(program: Program): Promise<void> {
  const config = readConfig(process.env)
  const reparto = esHijo() ? await recibir<Casa>() : null
  const log = logDe({ ...config, proceso: reparto?.numero ?? null })
  await start({ config, log, program }, reparto).catch((error) => fail(error, log))
}

/** What the start of a process has in hand. */
interface Inicio {
  config: Config
  log: Log
  program: Program
}

async function start(inicio: Inicio, reparto: Reparto<Casa> | null): Promise<void> {
  const { config, program, log } = inicio
  const tls = leerTls(process.env)
  await exigirEsteEquipo(config)
  const soloProxies = await exigirAmparo(config, tls)
  const comun = { ...inicio, tls, soloProxies }
  if (reparto) return servir({ ...comun, reparto, cerrar: async () => {} })
  exigirMemoria(config.procesos)
  if (config.procesos > 1) return enVarios(inicio)
  const code = importar()
  const { casa, cerrar } = await abrirCasa(config, { ...program, say: log.say })
  return servir({ ...comun, reparto: { numero: 1, anuncia: true, casa }, cerrar, code })
}

/** Opens the house once and serves it in several processes; this one keeps them, and says what they measure. */
async function enVarios({ config, program, log }: Inicio): Promise<void> {
  const { say } = log
  const { casa, cerrar } = await abrirCasa(config, { ...program, say })
  try {
    const aviso = await avisoDeConexiones(casa.servidor, config.procesos)
    if (aviso) say(aviso)
    const hijos = await repartir(config.procesos, casa, log.warn)
    soltar()
    say(`${config.procesos} procesos atienden.`)
    const { medidasDeVarios } = await import('./server/metricas/varios.ts')
    const metricas = config.metricas && (await medidasDeVarios(config.metricas, hijos))
    if (metricas) say(`Métricas en ${metricas.url}`)
    onSignal(async () => {
      await hijos.parar()
      await metricas?.close()
      await cerrar()
      log.cerrar()
    }, log)
  } catch (error) {
    await cerrar()
    throw error
  }
}

/** The program's code: building the schemas of all contracts takes half of the start, so it goes on beside it. */
function importar() {
  const code = Promise.all([import('./main.app.ts'), import('./main.trabajos.ts')])
  code.catch(() => {})
  return code
}

interface Servido extends Inicio {
  tls: Tls | null
  soloProxies: boolean
  reparto: Reparto<Casa>
  /** Stops what was started for this process. */
  cerrar: () => Promise<void>
  code?: ReturnType<typeof importar>
}

/** Listens and works until a signal, or the end of the process that started this one. */
async function servir(servido: Servido): Promise<void> {
  const { config, tls, program, log, reparto, cerrar, code = importar() } = servido
  const { say, report } = log
  const { casa, anuncia, numero } = reparto
  const { lugar, servidor, demo } = casa
  try {
    const { demo: esDemo, fuentesLocales, webhooksLocales } = config
    const clave = Buffer.from(casa.clave, 'hex')
    const { respaldo: destino, datos, databaseUrl } = config
    const respaldo = { destino, datos, ajeno: databaseUrl !== null }
    const afuera = { anclas: lugar.anclas, clave, fuentesLocales, webhooksLocales, respaldo }
    const [{ buildApp, medidas }, { startWork }] = await code
    const mide = await medidasDelPrograma(config, medidas, say)
    const lenta = (...one: Parameters<Log['slow']>) => {
      mide?.lenta()
      log.slow(...one)
    }
    const { conexiones } = ajusteDeMemoria()
    const app = await buildApp({
      url: servidor,
      lectura: casa.lectura ? { url: casa.lectura } : null,
      ...(conexiones && { max: conexiones }),
      onBug: report,
      afuera: { ...afuera, demo },
      limites: { porSesion: config.solicitudes },
      nombres: [config.host, ...config.nombres],
      proxies: config.proxies,
      soloProxies: servido.soloProxies,
      sinLinea: config.sinLinea,
      tls,
      onInforme: log.warn,
      medir(http) {
        log.http(http)
        mide?.http(http)
      },
      ...(config.lenta > 0 && { lentas: { ms: config.lenta, oye: lenta } }),
      juzga: process.env.NODE_ENV === 'development',
      juntos: program.juntos,
    })
    // A quick check runs before the first operation, so wrong books accept none; the full check runs while serving.
    await insistir(() => revisar(app.db, { fondo: false }))
    const avisos = [
      lugar.aviso,
      !esDemo && process.getuid?.() === 0 ? COMO_ROOT : null,
      await dudaDelReloj(app.db).then(({ duda }) => duda && `Aviso: ${duda}`),
      await avisoDeVencimiento(app.db, tls),
    ]
    if (anuncia) for (const aviso of avisos) if (aviso) say(aviso)
    const address = await app.http.listen({ host: config.host, port: config.port })
    soltar()
    const marchas = marchasDe(app.db, (error, who) => {
      mide?.fallo(who)
      report(error, who)
    })
    const cerrarMetricas = (await mide?.servir(app, marchas)) ?? (async () => {})
    const trabaja = !program.ensayo
    const stopWork = trabaja ? startWork(app.db, afuera, marchas, process.env) : async () => {}
    const stopDemo =
      demo && trabaja && numero === 1 ? await keepDemo(servidor, report) : async () => {}
    // The framework says http of a server that it did not make.
    const url = tls ? address.replace(/^http:/, 'https:') : address
    if (anuncia) await anunciar(app, { url, clave, esDemo, demo }, log)
    avisarListo()
    const close = async () => {
      // Requests in progress are answered and new ones are refused at once; their audit rows are sealed afterwards.
      await app.http.close()
      await cerrarMetricas()
      await stopDemo()
      await stopWork()
      await app.close()
      await cerrar()
      log.cerrar()
    }
    onSignal(close, log)
    await program.ensayo?.(url).finally(close)
  } catch (error) {
    await cerrar()
    throw error
  }
}

interface Anuncio {
  url: string
  clave: Buffer
  esDemo: boolean
  demo: boolean
}

async function anunciar({ db }: App, { url, clave, esDemo, demo }: Anuncio, log: Log) {
  const { avisoDeEstreno } = await import('./areas/usuarios/primero/aviso.ts')
  const aviso = esDemo ? null : await avisoDeEstreno(db, clave, url)
  announce(url, demo, log)
  if (aviso) log.onScreen(aviso)
}

/** What is measured of this process, where somebody asked for it; null: its code is not even loaded. */
async function medidasDelPrograma(config: Config, medidas: readonly Medida[], say: Log['say']) {
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
    /** Serves them of this house; answers what stops it. One process of several is asked by the one that keeps them. */
    async servir(of: App, jobs: Marchas): Promise<() => Promise<void>> {
      app = of
      marchas = jobs
      if (esHijo()) {
        contarMedidas(all.json)
        return async () => {}
      }
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

/** Keeps the demo's day going while nobody works in it, as the role that serves. */
async function keepDemo(servidor: string, report: Log['report']): Promise<() => Promise<void>> {
  const { mantenerViva } = await import('../scripts/demo/viva.ts')
  return mantenerViva(servidor, {}, (error) => report(error, 'demo'))
}

function announce(address: string, demo: boolean, { say, onScreen }: Log): void {
  say(`\nCambista está en ${address}`)
  if (!demo) return
  onScreen(`Negocio de demostración. Usuarios (contraseña de todos: ${PASSWORD_DEMO}):`)
  onScreen(`  ${USUARIOS_DEMO.join(' · ')}`)
  onScreen('Ctrl-C para terminar.\n')
}

/** Why the program does not give up root by itself: ADR 0045. */
const COMO_ROOT =
  'Aviso: el programa corre como root. Para una casa real use un usuario del sistema sin privilegios.'

/** Closes the program at the first signal, whichever it is; later signals are ignored. */
function onSignal(close: () => Promise<void>, log: Log): void {
  let closing = false
  const end = () => {
    if (closing) return
    closing = true
    close().then(
      () => process.exit(0),
      (error) => fail(error, log),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
}

function fail(error: unknown, log?: Log): never {
  const { message, code } = error as NodeJS.ErrnoException
  const known = {
    EADDRINUSE: 'El puerto ya está en uso. Elija otro: PORT=3001 npm start',
    EACCES: `Sin permiso: ${message}. Elija otro puerto u otra carpeta (PORT, CAMBISTA_DATOS).`,
    ENOSPC: 'El disco está lleno. Libere espacio y vuelva a intentar.',
  }[code ?? '']
  const text = known ?? message
  // A process of several that ended said why by itself.
  if (text && log) log.fatal(text)
  else if (text) process.stderr.write(`${text}\n`)
  process.exit(1)
}
