import { Fragment } from 'react'
import { decimal, dividir, texto } from '../../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { TARIFA } from '../../../core/dinero/pagos.ts'
import { formatDecimal, formatMonto } from '../../../core/formato.ts'
import { Datos, parSucursal } from '../../../web/crud/pagina/detalle.tsx'
import { Fecha, Monto, TasaTexto } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { fueEntonces, quienEra } from '../../clientes/ui/entonces.tsx'
import type { Detalle } from '../contract.ts'
import { manosDeOperacion } from '../papel/manos-papel.ts'
import classes from './detalle.module.css'
import { PagosTabla } from './pagos-tabla.tsx'

/** Both amounts, the profit in words, the payments. */
export function DatosOperacion({ operacion: o }: { operacion: Detalle }) {
  const manos = manosDeOperacion(o)
  return (
    <div className="pila hueco-16">
      <dl className={classes.manos}>
        <div>
          <dt>El cliente entrega</dt>
          <dd>{manos.entrega}</dd>
        </div>
        <div>
          <dt>El cliente recibe</dt>
          <dd>{manos.recibe}</dd>
        </div>
      </dl>
      <Datos
        pares={[
          ['Fecha', <Fecha key="f" valor={o.fecha} hora />],
          ['Cliente', o.ficha ? quienEra(o.ficha) : 'Ocasional'],
          ...(o.ficha ? fueEntonces(o.ficha) : []),
          [
            `Tasa ${o.metodo_calculo === 'm' ? '(×)' : '(÷)'}`,
            <TasaTexto key="t" tasa={o.tasa} precision={o.precision} />,
          ],
          // Said twice it would be one more number to compare: only where something was added to it or taken off.
          ...(alCambio(o)
            ? []
            : [
                [
                  'Al cambio',
                  <Monto key="c" valor={o.contravalor} moneda={o.contramoneda} />,
                ] as const,
              ]),
          ...sinCero('Servicio', o.servicio),
          ...(o.tarifa === '0.00'
            ? []
            : [[TARIFA, <Monto key="t" valor={o.tarifa} moneda={monedaFuncional()} />] as const]),
          ...sinCero('Redondeo a favor del cliente', o.redondeo),
          ['Cajero', o.cajero],
          ...(o.ticket ? [['Ticket', <DeTicket key="k" ticket={o.ticket} />] as const] : []),
          ...parSucursal(o),
          ...(o.autorizacion
            ? [['Tasa autorizada', `${o.autorizacion.por}: ${o.autorizacion.motivo}`] as const]
            : []),
          ...(o.observacion ? [['Observación', o.observacion] as const] : []),
          ...(o.motivo ? [['Motivo', o.motivo] as const] : []),
          ...(o.declaracion
            ? [
                ['Origen de los fondos', o.declaracion.origen] as const,
                ['Destino de los fondos', o.declaracion.destino] as const,
              ]
            : []),
          ...(o.estado === 'anulada'
            ? [['Anulada', `${o.motivo_anulacion} (${o.anulada_por})`] as const]
            : []),
        ]}
      />
      {o.ganancia !== undefined && (
        <p className="explicacion">
          {explain(o)}
          {formas(o)}
        </p>
      )}
      <PagosTabla operacion={o} />
    </div>
  )
}

/** Whether what changed hands is the amount at its rate, and nothing beside it. */
const alCambio = (o: Detalle) =>
  [o.servicio, o.tarifa, o.redondeo].every((amount) => amount === '0.00')

/** A line with an amount of the currency of the books, where it is not zero. */
const sinCero = (titulo: string, valor: string) =>
  valor === '0.00'
    ? []
    : [[titulo, <Monto key={titulo} valor={valor} moneda={monedaFuncional()} />] as const]

/** The ticket that it is part of, and the others of it. */
function DeTicket({ ticket }: { ticket: NonNullable<Detalle['ticket']> }) {
  return (
    <>
      {'Parte de '}
      <Enlace a="detalle-ticket" params={{ id: ticket.id }}>
        {ticket.numero}
      </Enlace>
      {', con '}
      {ticket.otras.map(({ id, numero }, n) => (
        <Fragment key={id}>
          {n > 0 && ', '}
          <Enlace a="detalle-compra-venta" params={{ id }}>
            {numero}
          </Enlace>
        </Fragment>
      ))}
    </>
  )
}

/** What the ways of paying brought and cost, in words; empty for neither. */
function formas({ tarifa, gastos = '0.00' }: Detalle): string {
  if (tarifa === '0.00' && gastos === '0.00') return ''
  const soles = (amount: string) => formatMonto(amount, monedaFuncional())
  return ` Por la forma de pago se cobraron ${soles(tarifa)} de tarifa y costó ${soles(gastos)}.`
}

/** The profit in words: what was sold, its cost, the remainder. */
function explain(o: Detalle): string {
  const margen = o.margen
    ? ` Margen de la tasa contra su costo en ese momento: ${formatMonto(o.margen, monedaFuncional())}.`
    : ''
  if (o.tipo === 'compra' || !o.costo) {
    return `Una compra no gana ni pierde: ${formatMonto(o.monto, o.divisa)} entran a la posición por ${formatMonto(o.contravalor, monedaFuncional())}.${margen}`
  }
  const [left, currency] =
    o.tipo === 'venta' ? [o.monto, o.divisa] : [o.contravalor, o.contramoneda]
  const average = texto(dividir(decimal(o.costo), decimal(left), 6, 'medio'), 6)
  const earned = o.ganancia?.startsWith('-') ? 'se perdió' : 'se ganó'
  return `Salieron ${formatMonto(left, currency)} que costaron ${formatMonto(o.costo, monedaFuncional())} (promedio ${formatDecimal(average, 6)}): ${earned} ${formatMonto((o.ganancia ?? '0').replace('-', ''), monedaFuncional())}.${margen}`
}
