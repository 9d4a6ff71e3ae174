import { leerDecimal, texto } from '../../../core/dinero/decimal.ts'
import { formatMonto, type Simbolo } from '../../../core/formato.ts'
import classes from './linea.module.css'

/** What the client pays for the way of this line, and what changes hands with it. */
export function TarifaDeLinea(props: {
  lado: 'recibimos' | 'entregamos'
  moneda: Simbolo
  monto: string
  tarifa: string
}) {
  const { lado, moneda, monto, tarifa } = props
  const fee = leerDecimal(tarifa)
  const amount = leerDecimal(monto)
  if (!fee || !amount || fee.eq(0)) return null
  const enters = lado === 'recibimos'
  const total = texto(enters ? amount.plus(fee) : amount.minus(fee), moneda.decimales)
  return (
    <span className={classes.contado}>
      {enters ? 'Más' : 'Menos'} {formatMonto(tarifa, moneda)} de tarifa: se{' '}
      {enters ? 'cobran' : 'entregan'} <strong>{formatMonto(total, moneda)}</strong>
    </span>
  )
}
