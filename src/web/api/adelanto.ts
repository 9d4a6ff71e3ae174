/*
 * What the page itself asked for while the program was on its way (the script of index.html): the session, and then,
 * where the session may open the screen, the screen's own first answers.
 */

interface Adelanto {
  /** The stored token with which the session was asked for. */
  token: string
  /** When it was asked for, on the clock of the page. */
  desde: number
  sesion?: Promise<Response>
  /** The token that the session answered, with which the others were asked for. */
  fresco?: string
  respuestas: Record<string, Promise<Response> | undefined>
}

/** Beyond this an answer is asked for anew. */
const LONGEST_MS = 10_000

function given(): Adelanto | undefined {
  const { adelanto } = globalThis as { adelanto?: Adelanto }
  return adelanto && performance.now() - adelanto.desde <= LONGEST_MS ? adelanto : undefined
}

/**
 * The answer to this call that is already on its way; given once, and only for the very token that the call would send
 * (R-209).
 */
export function adelantada(
  method: string,
  path: string,
  token: string | null,
): Promise<Response> | undefined {
  const adelanto = given()
  if (!adelanto) return undefined
  if (method === 'POST' && path === '/auth/refresh-token' && token === adelanto.token) {
    const { sesion } = adelanto
    delete adelanto.sesion
    return sesion
  }
  if (method !== 'GET' || token !== adelanto.fresco) return undefined
  const answer = adelanto.respuestas[path]
  delete adelanto.respuestas[path]
  return answer
}

/** Since when what is on screen may have been answered: changes from then on have to be heard of. */
export const respondidoDesde = (): number => given()?.desde ?? performance.now()
