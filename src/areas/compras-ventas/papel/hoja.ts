import { conteoTexto } from '../../../core/dinero/conteo.ts'
import type { Hoja } from '../../../core/documento/hoja.ts'
import { marcasDe, marcasDePagos, selloDe } from '../../../core/documento/ticket.ts'
import { formatFechaHora, formatMonto } from '../../../core/formato.ts'
import { TIPOS } from '../contract/opciones.ts'
import { type Detalle, LADOS, REDONDEO } from '../contract.ts'
import { monedaPago, pagosVigentes } from '../detalle/moneda-pago.ts'
import { cuentaDe, manosDePapel } from './manos-papel.ts'

/** What the A5 sheet of an operation says; `aqui` is the address at which the screen is open. */
export const hojaDe = (o: Detalle, aqui: string): Hoja => ({
  empresa: o.empresa,
  titulo: `${TIPOS[o.tipo]} de moneda extranjera`,
  numero: o.numero,
  fecha: formatFechaHora(o.fecha),
  marcas: [...marcasDe(o), ...marcasDePagos(o.pagos)],
  manos: manosDePapel(o),
  filas: [
    ['Cliente', o.cliente ?? 'Ocasional'],
    ...(o.cliente_documento ? [['Documento', o.cliente_documento] as const] : []),
    ...cuentaDe(o),
    ...(o.observacion ? [['Observación', o.observacion] as const] : []),
  ],
  tabla: {
    titulos: ['Pago', 'Forma', 'Referencia', 'Monto'],
    filas: pagosVigentes(o).map((p) => ({
      clave: p.id,
      celdas: [
        LADOS[p.lado],
        p.tipo_pago,
        p.referencia ?? '—',
        formatMonto(p.monto, monedaPago(o, p)),
      ],
      aparte: [
        ...(p.recibido && p.vuelto
          ? [
              `Recibido ${formatMonto(p.recibido, monedaPago(o, p))}, vuelto ${formatMonto(p.vuelto, monedaPago(o, p))}`,
            ]
          : []),
        ...(p.denominaciones ? [conteoTexto(p.denominaciones)] : []),
        ...(p.estado === 'perdido' ? [p.cargo === 'redondeo' ? REDONDEO : 'No se recibió'] : []),
      ],
    })),
  },
  firmas: [
    [o.cliente ?? 'Cliente', o.cliente_documento ?? 'Firma'],
    [o.cajero, 'Atendido por'],
  ],
  pie: 'Cuente su dinero antes de retirarse de la ventanilla.',
  sello: selloDe(o, aqui),
})
