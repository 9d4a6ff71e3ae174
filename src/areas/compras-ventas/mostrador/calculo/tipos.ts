import type { AnswerOf } from '../../../../core/contract.ts'
import { decimal, isDecimal } from '../../../../core/dinero/decimal.ts'
import type { Segmento } from '../../../../core/dinero/tramos.ts'
import type { Alrededor } from '../../../servicio-reglas/rules/regla.ts'
import type { LineaDePago } from '../../../tipos-pagos/rules/linea-pago.ts'
import type { Tipo } from '../../contract/opciones.ts'
import type { contrato } from '../../contract.ts'
import type { Manos } from '../../papel/manos.ts'
import type { Esperado, Lado, Montos, Parte, Resultado } from '../../rules.ts'
import type { Permiso } from './autorizacion.ts'
import type { Servicio } from './servicio.ts'

/** State of the counter: only what was typed or chosen. Everything else is derived. */

export type Opciones = AnswerOf<typeof contrato.opciones>
export type TasaMostrador = Opciones['tasas'][number]

export interface Linea extends LineaDePago {
  lado: Lado
  parte: Parte
}

export interface Borrador {
  tipo: Tipo
  /** The corridor: currency and contramoneda. */
  divisa_id: number | null
  contramoneda_id: number | null
  cliente: { id: number; nombre: string; segmento?: Segmento | undefined } | null
  /** The search text for a client, while none is chosen. */
  busqueda: string
  /** The side of the typed amount. */
  lado: 'monto' | 'contravalor'
  valor: string | null
  /** The typed rate; null: the published one. */
  tasa: string | null
  /** The typed fee; null: what its rule says, none without one. */
  servicio: string | null
  lineas: readonly Linea[]
  observacion: string
  motivo: string
  /** A quote from another screen for the amount passed with it: its rate, even if it changed since. */
  cotizada: { historico_id: number; tasa: string; valor: string; mantenida?: boolean } | null
  /** The approved and unused permission for the typed rate. */
  permiso?: Permiso | null
  /** The operations that wait in the same ticket, in their order; they are of this draft's client. */
  otras?: readonly Borrador[]
  /** The other operations of its ticket as the rules of the fee see them; left out, its `otras` are before it. */
  alrededor?: Alrededor
}

/** Everything derived from a draft and the options. */
export interface Calculo extends Servicio {
  tasa: TasaMostrador | null
  /** Text of the rate in use: the typed one, otherwise the published one. */
  valor_tasa: string
  montos: Montos | null
  /** The required sum of the payments of each side, before cash rounding (`esperados`) and after it (`enMano`). */
  esperados: readonly Esperado[]
  enMano: readonly Esperado[]
  /** The payment lines with their amounts filled in; `aparte`: the fee is in the functional currency, apart from it. */
  lineas: readonly (Linea & { resuelto: string; tarifa: string; aparte?: boolean })[]
  /** The fees of the payments, in the functional currency. */
  tarifa: string
  resultado: Resultado | null
  /** What the rate earns against its cost, in the functional currency. */
  margen: string | null
  /** The operation's value in dollars; null when only the server can tell. */
  dolares: string | null
  /** The amounts that change hands, in words; cash is rounded. */
  manos: Manos | null
  /** The same amounts as one sentence. */
  frase: string
  problema: string | null
  /** Id of the field that has the problem. */
  campo: string | null
}

/** True for text that is a number greater than zero. */
export function positive(text: string | null): text is string {
  return text !== null && isDecimal(text) && decimal(text).gt(0)
}
