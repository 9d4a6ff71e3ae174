import type { Segmento } from '../../../../core/dinero/tramos.ts'
import type { LineaDePago, LineaResuelta } from '../../../tipos-pagos/rules/linea-pago.ts'
import type { OpcionesOrden } from '../../contract/opciones.ts'

/** The state of a new order: only what was typed or chosen. Everything else is derived. */

/** One step of a corridor: its rate and its range of amounts. */
export type Escalon = OpcionesOrden['corredores'][number]

/** A corridor with its steps, smallest amounts first. */
export interface Corredor {
  /** Country and both currencies: `pe 2 1`. */
  clave: string
  pais: string
  pais_nombre: string
  base: Escalon['base']
  cotizacion: Escalon['cotizacion']
  tramos: Escalon[]
}

/** The fields of a beneficiary that affect an order. */
export interface Elegible {
  id: number
  nombre: string
  estatus: boolean
  moneda: { id: number }
  metodo: { nombre: string }
  /** Faults in his data. */
  reparos: readonly unknown[]
}

export interface Borrador {
  corredor: string
  lado: 'envia' | 'recibe'
  valor: string | null
  cliente: { id: number; nombre: string; segmento?: Segmento | undefined } | null
  /** Text typed to find a client, while none is chosen. */
  busqueda: string
  beneficiario_id: number | null
  /** Whether the client pays now, or later before the quote expires. */
  cobrar: boolean
  lineas: readonly LineaDePago[]
  /** Whether a credit of the client is to pay what it can. */
  usa_saldo: boolean
  agente_id: number | null
  observacion: string
  /** A quote from another screen, with its amount as received. */
  cotizada: { historico_id: number; tasa: string; valor: string } | null
}

/** Updates the draft, with values or with a function of the latest draft. */
export type Cambiar = (
  change: Partial<Borrador> | ((before: Borrador) => Partial<Borrador>),
) => void

/** Everything derived from a draft and the house's data. */
export interface Calculo {
  corredor: Corredor | null
  /** The step of the amount, with the quoted rate if there is one. */
  tramo: Escalon | null
  envia: string | null
  recibe: string | null
  /** What a credit of the client will pay; null where none is used. */
  credito: string | null
  /** What is wrong with the amount. */
  error: string | null
  beneficiario: Elegible | null
  lineas: readonly (LineaResuelta & { tarifa: string })[]
  /** Value in dollars; null when only the server can compute it. */
  dolares: string | null
  /** What the rate earns against its cost, in the client's currency; null without the permission. */
  margen: string | null
  /** Funds for the payout, and the shortage; null without accounts in that currency. */
  fondo: { disponible: string; falta: string | null } | null
  frase: string
  problema: string | null
  /** Id of the field where the problem is corrected. */
  campo: string | null
}

/** Properties of every block of the page. */
export interface BloqueProps {
  opciones: OpcionesOrden
  borrador: Borrador
  calculo: Calculo
  change: Cambiar
}
