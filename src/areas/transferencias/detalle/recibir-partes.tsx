import { type Decimal, texto } from '../../../core/dinero/decimal.ts'
import { formatMonto } from '../../../core/formato.ts'
import type { Detalle } from '../contract.ts'

/** The shortage or surplus of a count, in words. `falta` is below zero for a surplus. */
export function Diferencia({ falta, t: { moneda } }: { falta: Decimal; t: Detalle }) {
  const words = falta.gt(0) ? 'Faltan' : 'Sobran'
  const differs = !falta.eq(0)
  return (
    <p className="banda fuerte" data-tono={differs ? 'negativo' : 'positivo'} role="status">
      {differs
        ? `${words} ${formatMonto(texto(falta.abs(), moneda.decimales), moneda)}.`
        : 'Coincide con lo enviado.'}
    </p>
  )
}

/** What was sent, and what the receiver has to do. */
export function Envio({ t }: { t: Detalle }) {
  return (
    <p>
      {`${t.usuario} envió `}
      <strong>{formatMonto(t.monto, t.moneda)}</strong>
      {` de ${t.origen} a ${t.destino}. Cuente lo que llegó.`}
    </p>
  )
}
