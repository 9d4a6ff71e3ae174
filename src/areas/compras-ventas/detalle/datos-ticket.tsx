import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatMonto, formatTasa } from '../../../core/formato.ts'
import { type Columna, Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Datos, parSucursal } from '../../../web/crud/pagina/detalle.tsx'
import { Fecha } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { TIPOS } from '../contract/opciones.ts'
import type { Ticket } from '../contract/tickets.ts'
import { EstadoFicha } from '../estado-ficha.tsx'
import { juntoDe, manosDeTotales } from '../tickets/papel.ts'

const SERVICIO: Columna<Ticket['operaciones'][number]> = {
  clave: 'servicio',
  titulo: 'Servicio',
  alinear: 'right',
  tarjeta: 'media',
  celda: (o) => formatMonto(o.servicio, monedaFuncional()),
}

/** What parts the countervalues from what changes hands: the services, fees and roundings of all, where there are any. */
const apartes = (t: Ticket): [string, string][] =>
  (
    [
      ['Servicio en total', juntoDe(t, 'servicio')],
      ['Tarifas en total', juntoDe(t, 'tarifa')],
      ['Redondeo a su favor', juntoDe(t, 'redondeo')],
    ] as const
  )
    .filter(([, monto]) => monto !== '0.00')
    .map(([name, monto]) => [name, formatMonto(monto, monedaFuncional())])

/** What changes hands in a ticket, what it is made of, and its operations. */
export function DatosTicket({ ticket: t }: { ticket: Ticket }) {
  return (
    <div className="pila hueco-16">
      <Datos
        pares={[
          ['Fecha', <Fecha key="f" valor={t.fecha} hora />],
          ['Cliente', t.cliente ?? 'Ocasional'],
          ['El cliente entrega', <strong key="e">{manosDeTotales(t.totales, 'entrega')}</strong>],
          ['El cliente recibe', <strong key="r">{manosDeTotales(t.totales, 'recibe')}</strong>],
          ...apartes(t),
          ['Cajero', t.cajero],
          ...parSucursal(t),
        ]}
      />
      <Tabla
        titulo="Operaciones del ticket"
        id={({ id }) => id}
        filas={t.operaciones}
        columnas={[
          {
            clave: 'operacion',
            titulo: 'Operación',
            principal: true,
            celda: (o) => (
              <Enlace a="detalle-compra-venta" params={{ id: o.id }}>
                {TIPOS[o.tipo]} <span className="numero">{o.numero}</span>
              </Enlace>
            ),
          },
          {
            clave: 'monto',
            titulo: 'Monto',
            alinear: 'right',
            tarjeta: 'importe',
            celda: (o) => formatMonto(o.monto, o.divisa),
          },
          {
            clave: 'tasa',
            titulo: 'Tasa',
            alinear: 'right',
            celda: (o) => formatTasa(o.tasa, o.precision),
          },
          {
            clave: 'contravalor',
            titulo: 'Contravalor',
            alinear: 'right',
            tarjeta: 'media',
            celda: (o) => formatMonto(o.contravalor, o.contramoneda),
          },
          ...(juntoDe(t, 'servicio') === '0.00' ? [] : [SERVICIO]),
          { clave: 'estado', titulo: 'Estado', celda: (o) => <EstadoFicha estado={o.estado} /> },
        ]}
      />
    </div>
  )
}
