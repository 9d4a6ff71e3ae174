import { setTimeout as sleep } from 'node:timers/promises'
import { prepareBinaries } from './binaries.ts'
import { exigirSola, takeLock } from './candado.ts'
import { ensureCluster, explain, findPlace } from './folder.ts'
import { rotateLog } from './log.ts'
import { isPostgresOf, isRunning } from './process.ts'
import { adopt, checkServer, launch, type Running, shutdown, urlsOf } from './server.ts'

export interface EmbeddedOptions {
  /** Data folder; made when missing. */
  carpeta: string
  /** false only in tests: commits may be lost, everything is faster. */
  durable?: boolean
  maxConnections?: number
  /** Further PostgreSQL settings, by name. */
  settings?: Record<string, string>
  /** false: a PostgreSQL that dies is not started again. */
  supervise?: boolean
  /** true only while a restore brings the house; else one that was cut short is refused. */
  restoring?: boolean
  /** Receives Spanish sentences for the console. */
  log?: (text: string) => void
}

export interface EmbeddedPostgres {
  /** Connects as the owner, who is no superuser, to the database `cambista`: to migrate, and for commands. */
  readonly url: string
  /** Connects as the role that serves and may only become `cambista_app` (ADR 0045). */
  readonly servidor: string
  /** Process id of the postmaster; changes when it had to be started again. */
  readonly pid: number
  /** True when a PostgreSQL left by a killed process was taken over instead of started. */
  readonly adopted: boolean
  /** Fast shutdown; resolves when PostgreSQL has gone. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that comes with the program on the data folder, or takes over the one that
 * a killed process left running there. Creates cluster and database at the first start, recovers
 * after any kill, and starts it again if it dies while in use.
 * @throws EmbeddedError in one Spanish sentence: no binaries, no space, no permission, data of
 * another major version, folder in use by another living process.
 */
export async function startPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { durable = true, maxConnections = 100, settings = {}, log = () => {} } = options
  const place = findPlace(options.carpeta)
  const release = await takeLock(place.lock, place.carpeta).catch((error) => {
    throw explain(error, place.carpeta)
  })
  let running: Running
  try {
    await exigirSola(place)
    const binaries = prepareBinaries(place.user, place.carpeta)
    running = { place, binaries, durable, maxConnections, settings, log }
    await ensureCluster(place, binaries, { durable, restoring: options.restoring ?? false })
    return await serve(running, options.supervise ?? true, release)
  } catch (error) {
    release()
    throw explain(error, place.carpeta)
  }
}

/** A PostgreSQL that lived for so many milliseconds is started again at once. */
const VIDA_MS = 10_000

async function serve(running: Running, supervise: boolean, release: () => void) {
  const { place, log } = running
  let stopped: Promise<void> | undefined
  let restart: Promise<void> | undefined
  let since = performance.now()
  let wait = 0
  /** How long a start waits after a life of so many milliseconds: one that dies again and again takes a processor. */
  const pausa = (vida: number): number => {
    const now = vida > VIDA_MS ? 0 : wait
    wait = Math.min(Math.max(100, now * 2), 5_000)
    return now
  }
  const adoptedPid = await adopt(running)
  let pid = adoptedPid ?? 0
  // Known before PostgreSQL is ready, so that a program that stops during the start can stop it too.
  let spawned = pid
  const onExit = () => {
    if (pid === 0 || stopped || !supervise) return
    const ms = pausa(performance.now() - since)
    log(
      `PostgreSQL se detuvo de improviso; se inicia de nuevo${ms > 0 ? ` en ${ms / 1000} s` : ''}.`,
    )
    pid = 0
    restart = revive(ms)
  }
  const hooks = {
    onExit,
    onSpawn: (child: number) => {
      spawned = child
    },
  }
  const lastHope = () => isPostgresOf(spawned, place.data) && process.kill(spawned, 'SIGINT')
  process.once('exit', lastHope)
  async function revive(first: number): Promise<void> {
    let said = ''
    let ms = first
    while (!stopped && pid === 0) {
      await sleep(ms)
      if (stopped) return
      try {
        pid = await launch(running, hooks)
        since = performance.now()
        if (said) log('PostgreSQL atiende de nuevo.')
      } catch (error) {
        const { message } = explain(error, place.carpeta)
        // A disk that is full for a day is said once.
        if (message !== said) log(`${message} Se intenta de nuevo hasta que se pueda.`)
        said = message
        ms = pausa(0)
      }
    }
  }
  try {
    if (adoptedPid === undefined) pid = await launch(running, hooks)
    since = performance.now()
  } catch (error) {
    process.removeListener('exit', lastHope)
    throw error
  }
  // An adopted process is not our child, so its end raises no event and has to be polled.
  const watch = setInterval(() => {
    if (adoptedPid === pid && !isRunning(pid)) onExit()
    rotateLog(place.log)
  }, 500).unref()
  async function stop(): Promise<void> {
    clearInterval(watch)
    process.removeListener('exit', lastHope)
    await restart
    if (pid !== 0) await shutdown(pid, running)
    release()
  }
  try {
    await checkServer(pid, running)
  } catch (error) {
    stopped = stop()
    await stopped
    throw error
  }
  return {
    ...urlsOf(place),
    adopted: adoptedPid !== undefined,
    get pid() {
      return pid
    },
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
