import { conteoTexto } from '../../core/conteo.ts'
import { formatFechaHora, formatMonto, formatTasa } from '../../core/formato.ts'
import classes from '../../web/crud/papeles.module.css'
import type { Detalle } from './contract.ts'
import { TIPOS } from './contract-opciones.ts'
import { LADOS } from './pagos-tabla.tsx'

/** 80 mm ticket, only on paper. */
export function Ticket({ operacion: o }: { operacion: Detalle }) {
  const sale = o.tipo === 'venta'
  const currency = formatMonto(o.monto, o.divisa)
  const counter = formatMonto(o.contravalor, o.contramoneda)
  const rows: (readonly [string, string])[] = [
    ['Cliente', o.cliente ?? 'Ocasional'],
    ...(o.cliente_documento ? [['Documento', o.cliente_documento] as const] : []),
    ['Entrega', sale ? counter : currency],
    ['Tasa', formatTasa(o.tasa, o.precision)],
    ['Recibe', sale ? currency : counter],
    ...(o.servicio === '0.00' ? [] : [['Servicio', `S/ ${o.servicio}`] as const]),
    ...(o.redondeo === '0.00' ? [] : [['Redondeo a su favor', `S/ ${o.redondeo}`] as const]),
    ...o.pagos.flatMap(({ lado, denominaciones }) =>
      denominaciones ? [[`${LADOS[lado]} contado`, conteoTexto(denominaciones)] as const] : [],
    ),
    ['Atendido por', o.cajero],
  ]
  return (
    <section className={classes.ticket} aria-hidden="true">
      <h2>{o.empresa.razon_social}</h2>
      <p>
        RUC {o.empresa.ruc}
        {o.empresa.registro_sbs && <> · Registro SBS {o.empresa.registro_sbs}</>}
      </p>
      {o.empresa.direccion && <p>{o.empresa.direccion}</p>}
      {o.impresiones > 0 && <p className={classes.copia}>COPIA</p>}
      {o.estado === 'anulada' && <p className={classes.copia}>ANULADA</p>}
      <p className={classes.grande}>
        {TIPOS[o.tipo].toUpperCase()} {o.numero}
      </p>
      <p>{formatFechaHora(o.fecha)}</p>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>Código de verificación {o.codigo_verificacion}</p>
      <p>Cuente su dinero antes de retirarse de la ventanilla.</p>
    </section>
  )
}
