import type { GrammyError, HttpError } from 'grammy'

/** Where the Bot API is; nothing but a test's own server on this machine may take its place. */
const OFFICIAL = 'https://api.telegram.org'
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/
const TIMEOUT_SECONDS = 20

/** What became of one message. */
export type Resultado =
  | { estado: 'enviado' }
  /** The chat goes by another name since it became a supergroup. */
  | { estado: 'mudado'; chat_id: string }
  /** Telegram wants to be left alone for a while. */
  | { estado: 'esperar'; segundos: number }
  /** `dudoso`: it may have arrived, the answer was lost. */
  | { estado: 'reintentar'; motivo: string; dudoso: boolean }
  | { estado: 'rechazado'; motivo: string }

/** @throws Error when it is neither left out nor an address of this machine. */
export function raizDe(raiz: string | undefined): string {
  if (!raiz) return OFFICIAL
  if (!LOOPBACK.test(raiz))
    throw new Error('CAMBISTA_TELEGRAM_API solo admite http://127.0.0.1:puerto.')
  return raiz
}

/**
 * Sends one message. Never throws, and never says the token: the address of a call holds it, so what the network
 * said is not repeated, only what kind of failure it was.
 */
export async function enviar(
  raiz: string,
  token: string,
  chat_id: string,
  texto: string,
  segundos = TIMEOUT_SECONDS,
): Promise<Resultado> {
  // Most houses start without a bot: loaded with the first message.
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

/** Failures in which nothing can have arrived. */
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
