import type { Subida } from './comprobante.ts'
import type { Conteo } from './conteo.ts'

/** One line of how somebody pays or is paid, as it is being typed. */
export interface LineaDePago {
  id: number
  tipo_pago_id: number
  cuenta_id: number
  /** null: whatever is missing ("completar resto"). */
  monto: string | null
  referencia: string
  comprobante: Subida | null
  /** Cash as it was counted. */
  denominaciones: readonly Conteo[] | null
}

/** A way to pay, as far as a line of a payment depends on it. */
export interface TipoDePago {
  id: number
  nombre: string
  efectivo: boolean
  pide_referencia: boolean
  pide_comprobante: boolean
  requiere_verificacion: boolean
}
