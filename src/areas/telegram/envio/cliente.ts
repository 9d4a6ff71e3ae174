import type { GrammyError, HttpError } from 'grammy'

/** The Bot API; only a test server on this machine may replace it. */
const OFFICIAL = 'https://api.telegram.org'
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/
const TIMEOUT_SECONDS = 20

/** The outcome of sending one message. */
export type Resultado =
  | { estado: 'enviado' }
  /** The chat became a supergroup and has a new id. */
  | { estado: 'mudado'; chat_id: string }
  /** Telegram asks to wait before the next request. */
  | { estado: 'esperar'; segundos: number }
  /** `dudoso`: the answer was lost, so the message may have arrived. */
  | { estado: 'reintentar'; motivo: string; dudoso: boolean }
  | { estado: 'rechazado'; motivo: string }

/** The root of the Bot API, by default Telegram's. @throws Error when it is not an address of this machine */
export function raizDe(raiz: string | undefined): string {
  if (!raiz) return OFFICIAL
  if (!LOOPBACK.test(raiz))
    throw new Error('CAMBISTA_TELEGRAM_API solo admite http://127.0.0.1:puerto.')
  return raiz
}

/**
 * Sends one message. Never throws and never repeats the network's message, only the kind of failure: the address of the
 * call contains the token.
 */
export async function enviar(
  raiz: string,
  token: string,
  chat_id: string,
  texto: string,
  segundos = TIMEOUT_SECONDS,
): Promise<Resultado> {
  // Loaded with the first message, because most houses start without a bot.
  const { Api, GrammyError, HttpError } = await import('grammy')
  const api = new Api(token, { apiRoot: raiz, timeoutSeconds: segundos })
  try {
    await api.sendMessage(chat_id, texto, {
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    })
    return { estado: 'enviado' }
  } catch (error) {
    if (error instanceof GrammyError) return deTelegram(error)
    if (error instanceof HttpError) return deLaRed(error)
    return { estado: 'reintentar', motivo: 'Telegram no respondió como se espera.', dudoso: true }
  }
}

/** A private message to the bot. */
export interface Entrante {
  update_id: number
  chat_id: string
  texto: string
}

/** The most messages that are read at once. */
const MAX_MENSAJES = 50

/**
 * Waits up to `espera` seconds for private messages from `desde` on. Never throws: a failure is an empty answer, and what
 * is not confirmed comes again. Messages of groups are passed over, but counted as read.
 */
export async function leer(
  raiz: string,
  token: string,
  desde: number,
  espera: number,
  segundos = TIMEOUT_SECONDS,
): Promise<Entrante[]> {
  const { Api } = await import('grammy')
  const api = new Api(token, { apiRoot: raiz, timeoutSeconds: Math.max(segundos, espera + 5) })
  try {
    const updates = await api.getUpdates({
      offset: desde,
      timeout: espera,
      limit: MAX_MENSAJES,
      allowed_updates: ['message'],
    })
    return updates.map(({ update_id, message }) => {
      const own = message?.chat.type === 'private' ? message : undefined
      return { update_id, chat_id: String(own?.chat.id ?? ''), texto: own?.text?.trim() ?? '' }
    })
  } catch {
    return []
  }
}

/** The bot's name in links; null when Telegram does not say it. */
export async function nombreDelBot(
  raiz: string,
  token: string,
  segundos = TIMEOUT_SECONDS,
): Promise<string | null> {
  const { Api } = await import('grammy')
  try {
    const { username } = await new Api(token, { apiRoot: raiz, timeoutSeconds: segundos }).getMe()
    return username
  } catch {
    return null
  }
}

function deTelegram({ error_code, parameters }: GrammyError): Resultado {
  const { retry_after, migrate_to_chat_id } = parameters
  if (error_code === 429) return { estado: 'esperar', segundos: retry_after ?? 30 }
  if (migrate_to_chat_id) return { estado: 'mudado', chat_id: String(migrate_to_chat_id) }
  const motivo = RAZONES[error_code]
  if (error_code === 401 || error_code === 404 || !motivo)
    return {
      estado: 'reintentar',
      motivo: motivo ?? `Telegram respondió con un error (${error_code}).`,
      dudoso: false,
    }
  return { estado: 'rechazado', motivo }
}

const RAZONES: Record<number, string> = {
  400: 'Telegram no encuentra el chat o no acepta el mensaje.',
  401: 'El token no es válido.',
  403: 'El bot no puede escribir en ese chat: agréguelo de nuevo.',
  404: 'El token no es válido.',
}

/** Failures before the connection: the message cannot have arrived. */
const ANTES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'])

function deLaRed({ error }: HttpError): Resultado {
  const code = codeOf(error)
  const antes = code !== undefined && ANTES.has(code)
  const motivo = antes ? 'No se pudo conectar con Telegram.' : 'Telegram no respondió.'
  return { estado: 'reintentar', motivo, dudoso: !antes }
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return String(error.code)
}
