import { createPortal } from 'react-dom'
import { formatFecha, formatFechaHora, formatMonto } from '../../../core/formato.ts'
import type { CuentaDetalle } from '../contract.ts'
import classes from '../cuentas.module.css'
import type { Hoja } from './estado-cuenta.tsx'

/** The printed statement: opening balance, every movement, totals, closing balance. Hidden on screen. */
export function EstadoImpreso({ cuenta, hoja }: { cuenta: CuentaDetalle; hoja: Hoja }) {
  const { movimientos, resumen, desde, hasta } = hoja
  const { moneda } = cuenta
  const [total] = resumen.monedas
  const money = (valor: string | undefined) => formatMonto(valor ?? '0', moneda)
  const dias = `${desde ? `del ${formatFecha(desde)}` : 'desde el inicio'} ${hasta ? `al ${formatFecha(hasta)}` : 'hasta hoy'}`
  return createPortal(
    <section className={classes.impreso} aria-hidden="true">
      <h1>Estado de cuenta · {cuenta.nombre}</h1>
      <p>
        {[cuenta.entidad, cuenta.numero, cuenta.titular, moneda.nombre].filter(Boolean).join(' · ')}
      </p>
      <p>
        Movimientos {dias}. Impreso el {formatFechaHora(new Date().toISOString())}.
      </p>
      <p>
        Saldo inicial {money(total?.saldos?.inicial)} · Ingresos {money(total?.ingresos)} · Egresos{' '}
        {money(total?.egresos)} · Saldo final {money(total?.saldos?.final)}
      </p>
      <table>
        <thead>
          <tr>
            <th>Fecha</th>
            <th>Concepto</th>
            <th>N.º de operación</th>
            <th data-alinear="right">Ingreso</th>
            <th data-alinear="right">Egreso</th>
            <th data-alinear="right">Saldo</th>
          </tr>
        </thead>
        <tbody>
          {movimientos.map((m) => (
            <tr key={m.id}>
              <td>{formatFechaHora(m.fecha)}</td>
              <td>{m.concepto}</td>
              <td>{m.numero_operacion}</td>
              <td data-alinear="right">{m.tipo === 'ingreso' && money(m.monto)}</td>
              <td data-alinear="right">{m.tipo === 'egreso' && money(m.monto)}</td>
              <td data-alinear="right">{money(m.saldo_despues)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  )
}
