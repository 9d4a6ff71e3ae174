import type { Log } from '../log/log.ts'

/** Closes the program at the first signal, whichever it is, and ends it; later signals are ignored. */
export function onSignal(close: () => Promise<void>, log: Log): void {
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

/** Ends the program with code 1 and one sentence: of a known cause in Spanish, with what to do. */
export function fail(error: unknown, log?: Log): never {
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
