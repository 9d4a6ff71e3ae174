import { leerClave } from './server/acceso/clave.ts'
import { migrate } from './server/db/migrate.ts'
import { revisar } from './server/db/revision.ts'
import { type EmbeddedPostgres, startPostgres } from './server/embedded/embedded.ts'
import { checkDatabase } from './server/proceso/boot.ts'
import { type Config, readConfig } from './server/proceso/config.ts'
import {
  exigirCasa,
  exigirEsteEquipo,
  PASSWORD_DEMO,
  USUARIOS_DEMO,
} from './server/proceso/demo.ts'
import { dudaDelReloj } from './server/proceso/reloj.ts'

interface Program {
  /** Takes a database that may lose commits. No setting says so, only a test's own entry: never a house. */
  olvidadiza?: boolean
}

/** Runs the program until a signal ends it; what keeps it from starting is said in one sentence. */
export function runProgram(program: Program = {}): void {
  main(program).catch(fail)
}

/** Composition root: settings, database, migrations, demo business, listen; and the way down. */
async function main(program: Program): Promise<void> {
  const config = readConfig(process.env)
  await exigirEsteEquipo(config)
  // Made while the database opens: half of a start is making the schemas of every contract.
  const code = Promise.all([import('./main.app.ts'), import('./main.trabajos.ts')])
  code.catch(() => {})
  const postgres = await openDatabase(config)
  const stopPostgres = () => postgres.own?.stop() ?? Promise.resolve()
  try {
    for (const warning of await checkDatabase(postgres.url, program)) say(warning)
    await migrate(postgres.url)
    const demo = await prepareDemo(postgres.url, config)
    const { datos, fuentesLocales } = config
    const afuera = { datos, clave: leerClave(datos, process.env), fuentesLocales }
    const [{ buildApp }, { startWork }] = await code
    const app = await buildApp({ url: postgres.url, onBug: report, afuera })
    // Books that are plainly wrong take no operation, not even the first one; the rest is looked at while serving.
    await revisar(app.db, { fondo: false })
    const duda = await dudaDelReloj(app.db)
    if (duda) say(`Aviso: ${duda}`)
    const address = await app.http.listen({ host: config.host, port: config.port })
    const stopWork = startWork(app.db, afuera, report, process.env)
    announce(address, demo)
    onSignal(async () => {
      // What is under way is answered and newcomers are refused at once; what it left is sealed after it.
      await app.http.close()
      await stopWork()
      await app.close()
      await stopPostgres()
    })
  } catch (error) {
    await stopPostgres()
    throw error
  }
}

async function openDatabase({ databaseUrl, datos }: Config) {
  if (databaseUrl) return { url: databaseUrl, own: null as EmbeddedPostgres | null }
  const own = await startPostgres({ carpeta: datos, log: say })
  return { url: own.url, own }
}

/**
 * Loads the demo where it is wanted and nothing stands yet, and refuses it where it is not. Answers whether the
 * database holds it, whatever the settings say. The loading is a program of its own.
 */
async function prepareDemo(url: string, config: Config): Promise<boolean> {
  if (!config.demo) {
    await exigirCasa(url, config)
    return false
  }
  const { loadDemo } = await import('../scripts/demo/load.ts')
  return loadDemo(url, { say })
}

function announce(address: string, demo: boolean): void {
  say(`\nCambista está en ${address}`)
  if (!demo) return
  say(`Negocio de demostración. Usuarios (contraseña de todos: ${PASSWORD_DEMO}):`)
  say(`  ${USUARIOS_DEMO.join(' · ')}`)
  say('Ctrl-C para terminar.\n')
}

/** One way down, whatever signal comes first; a second one does not wait. */
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

/** The cause of a bug goes to the log with the id that the user was shown; bodies and tokens never do. */
function report(error: unknown, solicitud: string): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' }
  process.stderr.write(`[${new Date().toISOString()}] ${solicitud} ${message}\n${stack ?? ''}\n`)
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
