import {
  formatDecimal,
  formatFecha,
  formatFechaCorta,
  formatFechaHora,
  formatHace,
  formatHora,
  formatMonto,
  formatNumeroCorto,
  formatTasa,
  type Simbolo,
} from '../../core/formato.ts'
import { useAhora } from '../reloj.ts'

/** An amount: symbol, thousands, the currency's decimals; negative red with a real minus. Never wraps. */
export function Monto({ valor, moneda }: { valor: string | null | undefined; moneda: Simbolo }) {
  if (valor == null) return <Vacio />
  return (
    <span className="entero" data-negativo={valor.startsWith('-') || undefined}>
      {formatMonto(valor, moneda)}
    </span>
  )
}

/** A plain number with its decimals. */
export function Numero({
  valor,
  decimales,
}: {
  valor: string | null | undefined
  decimales: number
}) {
  if (valor == null) return <Vacio />
  return (
    <span className="entero" data-negativo={valor.startsWith('-') || undefined}>
      {formatDecimal(valor, decimales)}
    </span>
  )
}

/** A rate with its own precision. */
export function TasaTexto({
  tasa,
  precision,
}: {
  tasa: string | null | undefined
  precision: number
}) {
  if (!tasa) return <Vacio />
  return <span className="entero">{formatTasa(tasa, precision)}</span>
}

/** "hace 5 min", kept up to date; the exact moment on hover. */
export function Hace({ momento }: { momento: string | null | undefined }) {
  const ahora = useAhora()
  if (!momento) return <Vacio />
  return (
    <time dateTime={momento} title={formatFechaHora(momento)}>
      {formatHace(momento, ahora)}
    </time>
  )
}

/** `21/11/2026`, or with its hour. */
export function Fecha({ valor, hora }: { valor: string | null | undefined; hora?: boolean }) {
  if (!valor) return <Vacio />
  return <time dateTime={valor}>{hora ? formatFechaHora(valor) : formatFecha(valor)}</time>
}

/** `hoy`, `21/11`, or with its hour: a row of a phone has no room for more. */
export function FechaCorta({ valor, hora }: { valor: string | null | undefined; hora?: boolean }) {
  const ahora = useAhora()
  if (!valor) return <Vacio />
  return <time dateTime={valor}>{formatFechaCorta(valor, ahora, hora)}</time>
}

/** The hour of what is of today, else its day: `15:04`, `21/11`. */
export function Momento({ valor }: { valor: string }) {
  const day = formatFechaCorta(valor, useAhora())
  return (
    <time className="entero" dateTime={valor} title={formatFechaHora(valor)}>
      {day === 'hoy' ? formatHora(valor) : day}
    </time>
  )
}

/** `480`: a document's number in a row of a phone, which has no room for its kind, its year and its zeros. */
export function NumeroCorto({ numero }: { numero: string }) {
  return (
    <span className="numero" title={numero}>
      {formatNumeroCorto(numero, useAhora())}
    </span>
  )
}

/** Shown for an empty value. */
export function Vacio() {
  return (
    <span className="tenue" data-vacio>
      <span aria-hidden="true">—</span>
      <span className="solo-lectores">Sin dato</span>
    </span>
  )
}

export type Tono = 'positivo' | 'negativo' | 'aviso' | 'info' | 'neutro'

/** A state in words; its tone repeats what the words say. */
export function Ficha({ tono = 'neutro', children }: { tono?: Tono; children: string }) {
  return (
    <span className="ficha" data-tono={tono}>
      {children}
    </span>
  )
}

export function Estatus({ activo }: { activo: boolean }) {
  return <Ficha tono={activo ? 'positivo' : 'neutro'}>{activo ? 'Activo' : 'Inactivo'}</Ficha>
}
