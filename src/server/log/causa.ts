/** What is written down of an error: never what somebody typed. */
export interface Causa {
  message: string
  /** SQLSTATE, or a code of Node. */
  code?: string
  /** Where it was raised, without its message. */
  stack: string
}

/** Class 22, data exceptions: PostgreSQL quotes the value that it could not read. */
const CITA_VALOR = /^22/

/**
 * The cause of an error, for the log and for whoever looks after the program: what quotes a value (a text that
 * PostgreSQL or the JSON parser could not read) is left out, and so are details, rows and parameters.
 */
export function causaDe(error: unknown): Causa {
  if (!(error instanceof Error)) return { message: sinCita(String(error)), stack: '' }
  const { code } = error as { code?: unknown }
  const quotes = error instanceof SyntaxError || CITA_VALOR.test(String(code ?? ''))
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    message: quotes ? sinCita(error.message) : error.message,
    ...(code !== undefined && { code: String(code) }),
    stack: stack.join('\n'),
  }
}

/** What comes before the first quote: what follows may have quotes of its own. */
const sinCita = (message: string) => message.replace(/["'].*$/s, '…')

/** The text of a statement without the texts that are in it. */
export const sinTextos = (statement: string): string => statement.replace(/'(?:[^']|'')*'/g, "'…'")
