import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pino, stdTimeFunctions } from 'pino'
import type { Config } from '../proceso/config.ts'
import { causaDe, sinTextos } from './causa.ts'
import { type Rotativo, rotativo } from './rotativo.ts'

/** What the program says: to people on the terminal, and as lines of JSON to who looks for a cause. */
export interface Log {
  /** A sentence for people. */
  say(text: string): void
  /** A sentence for who stands before the terminal alone: it has a password or a code. */
  onScreen(text: string): void
  /** A line of what somebody should know, which is no error. */
  warn(text: string): void
  /** An error that was not foreseen, with the id of its request or the name of its job. */
  report(error: unknown, who: string): void
  /** The program ends because of this. */
  fatal(text: string): void
  /** Notes every request of this server; called before it is ready. */
  http(app: FastifyInstance): void
  /** A statement took long: its text, without what is in it, and milliseconds. */
  slow(name: string, text: string, ms: number): void
  cerrar(): void
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/

/** The call that tries whether what is written would be kept. */
const LISTO = '/api/listo'

/** What is asked all the time and says nothing: kept at `debug`. */
const CALLADAS = /^\/(?:assets\/|api\/(?:salud|vivo|listo)$)/

/** Lines of the start that wait for the data folder to be made. */
const PRIMERAS = 100

/** The file of the log in the data folder, as soon as there is one: whoever makes the folder says whose it is. */
function enCarpeta(datos: string, nombre: string): Rotativo {
  let open: Rotativo | null = null
  const early: string[] = []
  return {
    write(line) {
      if (open) return open.write(line)
      if (early.length < PRIMERAS) early.push(line)
      if (!existsSync(datos)) return
      try {
        open = rotativo(join(datos, nombre))
      } catch {
        // No folder, or none that may be written: the terminal says what there is to say.
        return
      }
      for (const one of early.splice(0)) open.write(one)
    },
    cerrar: () => open?.cerrar(),
  }
}

/**
 * The log of the program (R-418): JSON by pino's levels in `cambista.log` of the data folder, rotated (of several
 * processes each has its own, with its number: `proceso`), and the
 * sentences for people on the terminal as they always were; or, where `logJson` asks for it, the same JSON on the
 * output and no file, as containers want it. A line has the request's id that the person saw, the route as the
 * contract writes it and the refusal's code; never an address, a body, a name or a value.
 */
export function logDe({
  datos,
  log: nivel,
  logJson,
  proceso = null,
}: Pick<Config, 'datos' | 'log' | 'logJson'> & { proceso?: number | null }): Log {
  // Two processes that rotate one file would lose lines.
  const file = enCarpeta(datos, proceso === null ? 'cambista.log' : `cambista.${proceso}.log`)
  const sink = logJson ? { write: (line: string) => void process.stdout.write(line) } : file
  const lines = pino(
    {
      level: nivel,
      base: { pid: process.pid, ...(proceso !== null && { proceso }) },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    sink,
  )
  const terminal = (to: NodeJS.WriteStream, text: string) => {
    if (!logJson) to.write(text)
  }
  const noted = (text: string) =>
    terminal(
      process.stderr,
      `[${new Date().toISOString()}]${proceso === null ? '' : ` [${proceso}]`} ${text}\n`,
    )
  const warn = (text: string) => {
    noted(text)
    lines.warn(text)
  }
  const say = (text: string) => {
    terminal(process.stdout, `${text}\n`)
    lines.info(text.trim())
  }
  // Whoever looks after the machine hears once why nothing is written, and when it is again.
  let callado = ''
  const escribe = ({ noEscribe, statusCode }: FastifyReply, route: string) => {
    if (noEscribe && noEscribe !== callado) warn(noEscribe)
    else if (callado && route === LISTO && statusCode === 200) say('Se registra de nuevo.')
    else return
    callado = noEscribe ?? ''
  }
  const whose = (who: string) => (UUID.test(who) ? { reqId: who } : { source: who })
  return {
    say,
    onScreen: (text) => void process.stdout.write(`${text}\n`),
    warn,
    report(error, who) {
      const { message, code, stack } = causaDe(error)
      noted(`${who} ${message}\n${stack}`)
      lines.error({ ...whose(who), code, stack }, message)
    },
    fatal(text) {
      // Also where JSON is asked for: what starts the program reads why it did not.
      process.stderr.write(`${text}\n`)
      lines.fatal(text)
      file.cerrar()
    },
    http(app) {
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'ninguna'
        const { statusCode, rechazo } = reply
        escribe(reply, route)
        const level = statusCode >= 500 ? 'error' : CALLADAS.test(route) ? 'debug' : 'info'
        lines[level](
          {
            ...{ reqId: request.id, method: request.method, route, statusCode },
            ...(rechazo && { refusal: rechazo }),
            responseTime: Math.round(reply.elapsedTime * 10) / 10,
          },
          'solicitud',
        )
      })
    },
    slow(query, text, ms) {
      const statement = sinTextos(text.replace(/\s+/g, ' ').trim()).slice(0, 500)
      lines.warn({ query, ms: Math.round(ms), statement }, 'consulta lenta')
    },
    cerrar: () => file.cerrar(),
  }
}
