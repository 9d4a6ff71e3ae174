import { formatFechaHora, formatHora } from '../../../core/formato.ts'
import type { FilaOrden } from '../contract.ts'

/** Urgency of an order; `pausa`: it waits for something that nobody here can speed up. */
export type Urgencia = 'tarde' | 'pronto' | 'bien' | 'pausa'

export interface RelojOrden {
  /** Short text for a card. */
  texto: string
  /** The text is the time left, not the time passed. */
  resta?: boolean
  urgencia: Urgencia
  /** The full text, shown on hover. */
  detalle: string
}

/** A term that ends within this time is shown as about to end. */
const PRONTO_MS = 10 * 60_000
const MINUTO = 60_000

/** A duration, shortened for a card: `8 min`, `2 h 05`, `3 d`. */
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

/** The time to show for an order: its term, the end of its quote, or the time in its state. */
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
