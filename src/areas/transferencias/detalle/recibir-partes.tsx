import { type Decimal, texto } from '../../../core/dinero/decimal.ts'
import { formatMonto } from '../../../core/formato.ts'
import type { Detalle } from '../contract.ts'

/** What lacks or is over, in words. */
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

/** What was sent, and what is to be done about it. */
export function Envio({ t }: { t: Detalle }) {
  return (
    <p>
      {`${t.usuario} envió `}
      <strong>{formatMonto(t.monto, t.moneda)}</strong>
      {` de ${t.origen} a ${t.destino}. Cuente lo que llegó.`}
    </p>
  )
}
