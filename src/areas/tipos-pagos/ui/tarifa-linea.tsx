import { leerDecimal, texto } from '../../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatMonto, type Simbolo } from '../../../core/formato.ts'
import classes from './linea.module.css'

/** What the client pays for the way of this line, and what changes hands with it. */
export function TarifaDeLinea(props: {
  lado: 'recibimos' | 'entregamos'
  moneda: Simbolo
  monto: string
  tarifa: string
  /** It is in the currency of the books, apart from the payment. */
  aparte: boolean
}) {
  const { lado, moneda, monto, tarifa, aparte } = props
  const fee = leerDecimal(tarifa)
  const amount = leerDecimal(monto)
  if (!fee || !amount || fee.eq(0)) return null
  if (aparte) {
    return (
      <span className={classes.contado}>
        Tarifa de <strong>{formatMonto(tarifa, monedaFuncional())}</strong>, aparte: se{' '}
        {lado === 'recibimos'
          ? 'resta de lo que recibe el cliente'
          : 'suma a lo que paga el cliente'}
      </span>
    )
  }
  const enters = lado === 'recibimos'
  const total = texto(enters ? amount.plus(fee) : amount.minus(fee), moneda.decimales)
  return (
    <span className={classes.contado}>
      {enters ? 'Más' : 'Menos'} {formatMonto(tarifa, moneda)} de tarifa: se{' '}
      {enters ? 'cobran' : 'entregan'} <strong>{formatMonto(total, moneda)}</strong>
    </span>
  )
}
