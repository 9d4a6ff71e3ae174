import { createHmac, randomBytes } from 'node:crypto'

const PREFIJO = 'whsec_'

/** A new secret of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const nuevoSecreto = () => `${PREFIJO}${randomBytes(32).toString('base64')}`

/**
 * The headers of Standard Webhooks 1.0: HMAC-SHA256 over id, time and body, one signature for each secret. `segundos` is
 * the time of this attempt, since 1970.
 */
export function cabecerasDe(
  secretos: readonly string[],
  { id, segundos, cuerpo }: { id: string; segundos: number; cuerpo: string },
): Record<string, string> {
  const signed = secretos.map((secreto) => {
    const key = Buffer.from(secreto.slice(PREFIJO.length), 'base64')
    const mac = createHmac('sha256', key).update(`${id}.${segundos}.${cuerpo}`).digest('base64')
    return `v1,${mac}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(segundos),
    'webhook-signature': signed.join(' '),
  }
}
