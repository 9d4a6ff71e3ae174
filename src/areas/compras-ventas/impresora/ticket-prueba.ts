import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import type { Empresa, Ticket } from '../../../core/documento/ticket.ts'
import { formatFechaHora, formatMonto } from '../../../core/formato.ts'

/** A ticket that shows whether accents, signs of money, widths, bold type and the QR code come out. It is no receipt. */
export const ticketDePrueba = (
  empresa: Pick<Empresa, 'razon_social' | 'ruc'>,
  ahora: string,
  aqui: string,
): Ticket => ({
  empresa: { ...empresa, registro_sbs: '', direccion: '' },
  marcas: ['PRUEBA'],
  titulo: 'Impresora de este puesto',
  fecha: formatFechaHora(ahora),
  manos: [
    ['Usted entrega', 'US$ 1,000.00'],
    ['Usted recibe', formatMonto('3520', monedaFuncional())],
  ],
  filas: [
    ['Tildes', 'áéíóúüñ ÁÉÍÓÚÜÑ ¿? ¡!'],
    ['Monedas', `${monedaFuncional().simbolo} US$ €`],
    ['Línea larga', 'Si no cabe en una línea, sigue en la siguiente sin cortar palabras.'],
  ],
  pie: ['No es un comprobante.'],
  sello: { enlace: aqui, codigo: 'SOLO-PRUEBA', donde: aqui.replace(/^https?:\/\//, '') },
})
