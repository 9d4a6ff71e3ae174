/** The receiver’s answer, or why there was none. */
export type Contestado =
  | { codigo: number; retryAfter: string | undefined }
  | { codigo: null; motivo: string }

/** What comes of an attempt, as `webhooks_resolver` keeps it. */
export interface Juicio {
  /** Null: delivered. */
  motivo: string | null
  /** Seconds until the next attempt; null: there is none. */
  espera: number | null
  /** The receiver wants nothing more. */
  adios: boolean
}

/** Seconds to wait after each failed attempt, as Standard Webhooks proposes; after the last one it has failed. */
export const ESPERAS: readonly number[] = [
  5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
]
export const MAX_INTENTOS = ESPERAS.length + 1
const DIA = 86_400

/** Seconds that `Retry-After` asks for, in seconds or as a date; null without one that can be read. */
function pedidos(retryAfter: string | undefined, ahora: Date): number | null {
  const text = (retryAfter ?? '').trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.ceil((at - ahora.getTime()) / 1000)
}

/**
 * Judges an attempt. `azar` from 0 to 1 spreads the next one over a fifth of its wait, so that what failed together does
 * not come back together. A receiver that asks to wait waits no shorter than otherwise and at most a day.
 */
export function juzgar(
  contestado: Contestado,
  { intento, ahora, azar }: { intento: number; ahora: Date; azar: number },
): Juicio {
  const { codigo } = contestado
  if (codigo !== null && codigo >= 200 && codigo < 300)
    return { motivo: null, espera: null, adios: false }
  const own = ESPERAS[intento - 1]
  const spread = own === undefined ? null : Math.round(own * (1 + azar / 5))
  if (codigo === null) return { motivo: contestado.motivo, espera: spread, adios: false }
  if (codigo === 410)
    return { motivo: 'El receptor pidió no recibir más (410).', espera: null, adios: true }
  const asked = codigo === 429 || codigo === 503 ? pedidos(contestado.retryAfter, ahora) : null
  const espera = spread === null ? null : Math.max(spread, Math.min(asked ?? 0, DIA))
  const motivo =
    codigo >= 300 && codigo < 400
      ? `Redirige a otra dirección (${codigo}): escriba la final.`
      : asked !== null && asked > 0
        ? `Respondió ${codigo} y pidió esperar ${asked} s.`
        : `Respondió ${codigo}.`
  return { motivo, espera, adios: false }
}
