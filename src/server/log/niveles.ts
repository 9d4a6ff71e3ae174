/** Levels of the log, as pino calls them, the gravest first; `silent`: none is kept. */
export const NIVELES = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type Nivel = (typeof NIVELES)[number]
