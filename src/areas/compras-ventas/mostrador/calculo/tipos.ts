import type { AnswerOf } from '../../../../core/contract.ts'
import { decimal, isDecimal } from '../../../../core/dinero/decimal.ts'
import type { LineaDePago } from '../../../tipos-pagos/rules/linea-pago.ts'
import type { Tipo } from '../../contract/opciones.ts'
import type { contrato } from '../../contract.ts'
import type { Manos } from '../../papel/manos.ts'
import type { Esperado, Lado, Montos, Parte, Resultado } from '../../rules.ts'
import type { Permiso } from './autorizacion.ts'

/** What the counter holds: only what was typed or chosen. Everything else is derived. */

export type Opciones = AnswerOf<typeof contrato.opciones>
export type TasaMostrador = Opciones['tasas'][number]

export interface Linea extends LineaDePago {
  lado: Lado
  parte: Parte
}

export interface Borrador {
  tipo: Tipo
  /** The corridor: currency and countercurrency. */
  divisa_id: number | null
  contramoneda_id: number | null
  cliente: { id: number; nombre: string } | null
  /** What was typed to find a client, while none is chosen. */
  busqueda: string
  /** The amount that was typed, on its side. */
  lado: 'monto' | 'contravalor'
  valor: string | null
  /** A rate typed over the published one. */
  tasa: string | null
  servicio: string | null
  lineas: readonly Linea[]
  observacion: string
  motivo: string
  /** A quote made elsewhere, for the amount as it came: its rate, whatever has become of it. */
  cotizada: { historico_id: number; tasa: string; valor: string } | null
  /** A permission for the typed rate, approved and not used. */
  permiso?: Permiso | null
}

/** Everything that follows from a draft and what the house has. */
export interface Calculo {
  tasa: TasaMostrador | null
  /** Text of the rate in use: typed, else published. */
  valor_tasa: string
  montos: Montos | null
  /** What the payments of each side must sum to, before the coin that does not exist; and with it. */
  esperados: readonly Esperado[]
  enMano: readonly Esperado[]
  /** The lines with their amounts filled in. */
  lineas: readonly (Linea & { resuelto: string })[]
  resultado: Resultado | null
  /** What the rate earns against its cost rate, in the functional currency. */
  margen: string | null
  /** What it is worth in dollars; null when only the server can say. */
  dolares: string | null
  /** What changes hands, in words: of each side, rounded as cash is. */
  manos: Manos | null
  /** The same as one sentence. */
  frase: string
  problema: string | null
  /** Id of the field where the problem is put right. */
  campo: string | null
}

/** True for the text of a number greater than zero. */
export function positive(text: string | null): text is string {
  return text !== null && isDecimal(text) && decimal(text).gt(0)
}
