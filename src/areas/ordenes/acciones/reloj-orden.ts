import { formatFechaHora, formatHora } from '../../../core/formato.ts'
import type { FilaOrden } from '../contract.ts'

/** How urgent an order is; `pausa`: it waits for something that nobody here can hasten. */
export type Urgencia = 'tarde' | 'pronto' | 'bien' | 'pausa'

export interface RelojOrden {
  /** As few words as a card has room for. */
  texto: string
  /** It says how long is left, not how long it is already. */
  resta?: boolean
  urgencia: Urgencia
  /** The whole of it, for whoever asks. */
  detalle: string
}

/** A term that ends within so long is shown as ending. */
const PRONTO_MS = 10 * 60_000
const MINUTO = 60_000

/** `8 min`, `2 h 05`, `3 d`: as short as a card wants it. */
export function duracion(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTO))
  if (minutes < 1) return '<1 min'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')}`
  return `${Math.floor(hours / 24)} d`
}

type Tiempos = Pick<
  FilaOrden,
  'estado' | 'estado_desde' | 'observada_desde' | 'plazo_en' | 'vence_en' | 'anula_en'
>

/** What the clock says of an order: its term, the end of its quote, or only since when it stands there. */
export function relojDe(o: Tiempos, ahora: number): RelojOrden {
  const since = Date.parse(o.estado_desde)
  const desde = `Desde el ${formatFechaHora(o.estado_desde)}.`
  if (o.estado === 'pendiente') {
    const left = Date.parse(o.vence_en) - ahora
    if (left <= 0)
      return { texto: 'por vencer', urgencia: 'tarde', detalle: 'La cotización terminó.' }
    return {
      texto: duracion(left),
      resta: true,
      urgencia: left < PRONTO_MS ? 'pronto' : 'bien',
      detalle: `La cotización vale hasta las ${formatHora(o.vence_en)}.`,
    }
  }
  if (o.observada_desde) {
    const texto = duracion(ahora - Date.parse(o.observada_desde))
    return { texto, urgencia: 'pausa', detalle: 'Observada: su plazo está detenido.' }
  }
  const texto = duracion(ahora - since)
  if (o.anula_en) {
    const detalle = `Venció el ${formatFechaHora(o.vence_en)}. Sin pago, se anula sola el ${formatFechaHora(o.anula_en)}.`
    return { texto, urgencia: 'pausa', detalle }
  }
  if (!o.plazo_en) return { texto, urgencia: 'pausa', detalle: desde }
  const left = Date.parse(o.plazo_en) - ahora
  if (left <= 0) {
    return { texto, urgencia: 'tarde', detalle: `${desde} Fuera de plazo por ${duracion(-left)}.` }
  }
  const detalle = `${desde} Su plazo termina en ${duracion(left)}.`
  return { texto, urgencia: left < PRONTO_MS ? 'pronto' : 'bien', detalle }
}
