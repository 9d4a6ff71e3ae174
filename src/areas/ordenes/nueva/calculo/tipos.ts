import type { LineaDePago, LineaResuelta } from '../../../tipos-pagos/rules/linea-pago.ts'
import type { OpcionesOrden } from '../../contract/opciones.ts'

/** What a new order holds: only what was typed or chosen. Everything else is derived. */

/** One step of a corridor: its rate, and the amounts that it is for. */
export type Escalon = OpcionesOrden['corredores'][number]

/** A corridor with its steps, from the smallest amounts on. */
export interface Corredor {
  /** `pe 2 1`: country and both currencies. */
  clave: string
  pais: string
  pais_nombre: string
  base: Escalon['base']
  cotizacion: Escalon['cotizacion']
  tramos: Escalon[]
}

/** Somebody of an agenda, as far as an order depends on him. */
export interface Elegible {
  id: number
  nombre: string
  estatus: boolean
  moneda: { id: number }
  metodo: { nombre: string }
  /** What is wrong with his data. */
  reparos: readonly unknown[]
}

export interface Borrador {
  corredor: string
  lado: 'envia' | 'recibe'
  valor: string | null
  cliente: { id: number; nombre: string } | null
  /** What was typed to find a client, while none is chosen. */
  busqueda: string
  beneficiario_id: number | null
  /** The client pays now; otherwise before the quote expires. */
  cobrar: boolean
  lineas: readonly LineaDePago[]
  agente_id: number | null
  observacion: string
  /** A quote made elsewhere, for the amount as it came. */
  cotizada: { historico_id: number; tasa: string; valor: string } | null
}

/** Changes the draft: with values, or with what follows from it as it is by then. */
export type Cambiar = (
  change: Partial<Borrador> | ((before: Borrador) => Partial<Borrador>),
) => void

/** Everything that follows from a draft and what the house has. */
export interface Calculo {
  corredor: Corredor | null
  /** The step that the amount is on, with the quoted rate where one was brought along. */
  tramo: Escalon | null
  envia: string | null
  recibe: string | null
  /** What is wrong with the amount. */
  error: string | null
  beneficiario: Elegible | null
  lineas: readonly LineaResuelta[]
  /** What it is worth in dollars; null when only the server can say. */
  dolares: string | null
  /** What the rate earns against its cost, in the client's currency; null for who may not see it. */
  margen: string | null
  /** What is there to pay it out with, and what is lacking; null without accounts of that currency. */
  fondo: { disponible: string; falta: string | null } | null
  frase: string
  problema: string | null
  /** Id of the field where the problem is put right. */
  campo: string | null
}

/** What every block of the page works with. */
export interface BloqueProps {
  opciones: OpcionesOrden
  draft: Borrador
  calculo: Calculo
  change: Cambiar
}
