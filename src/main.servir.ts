import type { App } from './main.app.ts'
import { avisosDe, estrenoDe } from './main.avisos.ts'
import type { Casa } from './main.casa.ts'
import type { Medida } from './server/aportes.ts'
import { insistir } from './server/db/entrada/insistir.ts'
import type { Juntos } from './server/db/lote/lote.ts'
import { revisar } from './server/db/revision.ts'
import { ajusteDeMemoria } from './server/embedded/memoria.ts'
import type { Tls } from './server/http/guardia/tls.ts'
import { startCertificado } from './server/http/publicado/vigencia.ts'
import type { Log } from './server/log/log.ts'
import type { Config } from './server/proceso/config.ts'
import { PASSWORD_DEMO, USUARIOS_DEMO } from './server/proceso/demo.ts'
import { onSignal } from './server/procesos/fin.ts'
import { avisarListo, contarMedidas, esHijo, type Reparto } from './server/procesos/hijos.ts'
import { soltar } from './server/procesos/soltar.ts'
import { discoDe } from './server/trabajos/disco.ts'
import { type Marchas, marchasDe } from './server/trabajos/marchas.ts'

/* The second half of a start: the house is open, and this process serves it. */

/** What only another entry point sets; no setting of a house does. */
export interface Program {
  /** Accepts a database that may lose commits. */
  olvidadiza?: boolean
  /** How many requests share a set. */
  juntos?: Juntos
  /** Tries the program that serves at this address, and ends it: it does no work of its own, which reaches others. */
  ensayo?: (url: string) => Promise<void>
}

/** What the start of a process has in hand. */
export interface Inicio {
  config: Config
  log: Log
  program: Program
}

/** The program's code: building the schemas of all contracts takes half of the start, so it goes on beside it. */
export function importar() {
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
export async function servir(servido: Servido): Promise<void> {
  const { config, tls, program, log, reparto, cerrar, code = importar() } = servido
  const { say, report } = log
  const { casa, anuncia, numero } = reparto
  const { lugar, servidor, demo } = casa
  try {
    const { fuentesLocales, webhooksLocales } = config
    const clave = Buffer.from(casa.clave, 'hex')
    const { respaldo: destino, datos, databaseUrl } = config
    const respaldo = { destino, datos, ajeno: databaseUrl !== null }
    const afuera = {
      ...{ anclas: lugar.anclas, clave, fuentesLocales, webhooksLocales, respaldo },
      demo,
    }
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
      afuera,
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
      !demo && process.getuid?.() === 0 ? COMO_ROOT : null,
      ...(await avisosDe(app.db, tls)),
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
    const stopCertificado =
      tls && trabaja
        ? startCertificado(
            { db: app.db, env: process.env, servidor: app.http.server, tls },
            marchas.de('certificado', 'certificado de https'),
          )
        : async () => {}
    const stopDemo =
      demo && trabaja && numero === 1 ? await keepDemo(servidor, report) : async () => {}
    // The framework says http of a server that it did not make.
    const url = tls ? address.replace(/^http:/, 'https:') : address
    if (anuncia) await anunciar(app, { url, clave, demo }, log)
    avisarListo()
    const close = async () => {
      // Requests in progress are answered and new ones are refused at once; their audit rows are sealed afterwards.
      await app.http.close()
      await cerrarMetricas()
      await stopDemo()
      await stopCertificado()
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
  demo: boolean
}

async function anunciar({ db }: App, { url, clave, demo }: Anuncio, log: Log) {
  const aviso = demo ? null : await estrenoDe(db, clave, url)
  announce(url, demo, log)
  if (aviso) log.onScreen(aviso)
}

/** What is measured of this process, where somebody asked for it; null: its code is not even loaded. */
async function medidasDelPrograma(config: Config, medidas: readonly Medida[], say: Log['say']) {
  const { metricas, databaseUrl, datos, nombres } = config
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
      const { url, aviso, close } = await servirMetricas(metricas, all, nombres)
      say(`Métricas en ${url}`)
      if (aviso) say(aviso)
      return close
    },
  }
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
