import { conteoTexto } from '../../../core/dinero/conteo.ts'
import { type Filas, selloDe } from '../../../core/documento/ticket.ts'
import { formatFechaHora, formatMonto } from '../../../core/formato.ts'
import classes from '../../../web/crud/papel/papeles.module.css'
import { FilasPapel, Firma, Membrete } from '../../../web/crud/papel/partes.tsx'
import { Sello } from '../../../web/crud/papel/sello.tsx'
import { TIPOS } from '../contract/opciones.ts'
import { type Detalle, LADOS, REDONDEO } from '../contract.ts'
import { monedaPago, pagosVigentes } from '../detalle/moneda-pago.ts'
import { cuentaDe, manosDePapel } from './manos-papel.ts'

/** The operation on an A5 sheet; visible only in print. */
export function Hoja({ operacion: o }: { operacion: Detalle }) {
  const rows: Filas = [
    ['Cliente', o.cliente ?? 'Ocasional'],
    ...(o.cliente_documento ? [['Documento', o.cliente_documento] as const] : []),
    ...cuentaDe(o),
    ...(o.observacion ? [['Observación', o.observacion] as const] : []),
  ]
  return (
    <section className={classes.hoja} aria-hidden="true">
      <Membrete
        empresa={o.empresa}
        titulo={`${TIPOS[o.tipo]} de moneda extranjera`}
        numero={o.numero}
        fecha={formatFechaHora(o.fecha)}
        marca={o.estado === 'anulada' ? 'ANULADA' : o.impresiones > 0 ? 'COPIA' : null}
      />
      <FilasPapel filas={manosDePapel(o)} grandes />
      <FilasPapel filas={rows} />
      <table>
        <thead>
          <tr>
            <th scope="col">Pago</th>
            <th scope="col">Forma</th>
            <th scope="col">Referencia</th>
            <th scope="col">Monto</th>
          </tr>
        </thead>
        <tbody>
          {pagosVigentes(o).map((p) => (
            <tr key={p.id}>
              <td>{LADOS[p.lado]}</td>
              <td>
                {p.tipo_pago}
                {p.denominaciones && <small>{conteoTexto(p.denominaciones)}</small>}
                {p.estado === 'perdido' && (
                  <small>{p.cargo === 'redondeo' ? REDONDEO : 'No se recibió'}</small>
                )}
              </td>
              <td>{p.referencia ?? '—'}</td>
              <td>{formatMonto(p.monto, monedaPago(o, p))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.firmas}>
        <Firma nombre={o.cliente ?? 'Cliente'} detalle={o.cliente_documento ?? 'Firma'} />
        <Firma nombre={o.cajero} detalle="Atendido por" />
      </div>
      <p className={classes.menor}>Cuente su dinero antes de retirarse de la ventanilla.</p>
      <Sello sello={selloDe(o, location.origin)} />
    </section>
  )
}
