import { codigoLegible, enlacePapel, SEGUIMIENTO, VERIFICAR } from './papel.ts'

/** The data of the house on printed documents. */
export interface Empresa {
  razon_social: string
  ruc: string
  registro_sbs: string
  direccion: string
}

/** Names and values, one under the other. */
export type Filas = readonly (readonly [nombre: string, valor: string])[]

/** What a ticket says, whoever prints it: the browser or a receipt printer. */
export interface Ticket {
  empresa: Empresa
  /** COPIA, ANULADA. */
  marcas: readonly string[]
  titulo: string
  fecha: string
  /** The amounts that change hands, in the largest type of the ticket. */
  manos: Filas
  filas: Filas
  pie: readonly string[]
  sello: Sello | null
}

/** By what a printed document is checked. */
export interface Sello {
  /** What its QR code holds. */
  enlace: string
  /** The same code, as people read it. */
  codigo: string
  /** Where it is typed. */
  donde: string
}

interface Sellado {
  numero: string
  codigo: string
  empresa: { web: string }
}

/** The seal of a document; `aqui` is the address at which the screen is open, for a house without one of its own. */
export function selloDe(
  { numero, codigo, empresa }: Sellado,
  aqui: string,
  pagina: string = VERIFICAR,
): Sello {
  const casa = empresa.web || aqui
  return {
    enlace: enlacePapel(casa, numero, codigo, pagina),
    codigo: codigoLegible(codigo),
    donde: `${sinEsquema(casa)}${pagina}`,
  }
}

/**
 * The seal of what its client follows: it leads to the page of his remittance where the house has an address that he
 * reaches. That page tells what is to be compared as well.
 */
export const selloDeSeguimiento = (o: Sellado, aqui: string): Sello =>
  selloDe(o, aqui, o.empresa.web ? SEGUIMIENTO : VERIFICAR)

/** What the foot of such a paper tells its client to do. */
export const guiaDeSeguimiento = ({ empresa: { web } }: Sellado): string =>
  web
    ? `Conserve este recibo. Vea cómo va su envío en ${sinEsquema(web)}${SEGUIMIENTO} o con la cámara sobre el código QR.`
    : 'Conserve este recibo: con el número de la orden, en nuestro local le decimos cómo va su envío.'

const sinEsquema = (address: string) => address.replace(/^https?:\/\//, '')

/** The marks of a reprint and of an annulled document. */
export const marcasDe = ({
  impresiones,
  estado,
}: {
  impresiones: number
  estado: string
}): string[] => [
  ...(impresiones > 0 ? ['COPIA'] : []),
  ...(estado === 'anulada' ? ['ANULADA'] : []),
]

/** The mark of an operation of which a payment of the client waits to be confirmed: its paper proves none. */
export const marcasDePagos = (
  pagos: readonly { lado: 'recibimos' | 'entregamos'; estado: string }[],
): string[] =>
  pagos.some(({ lado, estado }) => lado === 'recibimos' && estado === 'por_verificar')
    ? ['PAGO POR CONFIRMAR']
    : []

/** The lines of a payment in cash for which more was handed over: what came, and the change. */
export const filasVuelto = (recibido: string, vuelto: string): Filas => [
  ['Recibido en efectivo', recibido],
  ['Vuelto', vuelto],
]
