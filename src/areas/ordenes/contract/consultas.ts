import { z } from 'zod'
import {
  decimalText,
  filtroSucursal,
  filtrosLista,
  idQuery,
  instante,
  keyOf,
  metodoCalculo,
} from '../../../core/contract.ts'
import { SEGMENTOS } from '../../../core/dinero/tramos.ts'
import { HIZO, REVISAR } from '../rules.ts'
import { fondo } from './opciones.ts'
import { estado } from './partes.ts'

/** Filters shared by the list and its totals. */
export const filtros = {
  ...filtrosLista,
  ...filtroSucursal,
  estado: estado.optional(),
  revisar: keyOf(REVISAR, 'Ese filtro no existe.').optional(),
  envia_moneda_id: idQuery('La moneda no es válida.', 9),
  recibe_moneda_id: idQuery('La moneda no es válida.', 9),
  pais_destino: z
    .string()
    .regex(/^[a-z]{2,3}$/, 'El país no es válido.')
    .optional(),
  cliente_id: idQuery('El cliente no es válido.'),
  beneficiario_id: idQuery('El beneficiario no es válido.'),
  /** The user who registered it, and the payer. */
  usuario_id: idQuery('El usuario no es válido.', 9),
  pagador_id: idQuery('El pagador no es válido.', 9),
  /** The user who did something on it, and what: anything without `hizo`. */
  persona_id: idQuery('El usuario no es válido.', 9),
  hizo: keyOf(HIZO, 'Ese filtro no existe.').optional(),
}

const sumas = z.array(z.object({ moneda_id: z.int(), monto: decimalText }))

/** One column of the board. */
export const columna = z.object({
  estado,
  ordenes: z.int(),
  observadas: z.int(),
  fuera_de_plazo: z.int(),
  envia: sumas,
  recibe: sumas,
  /** The part of what beneficiaries receive that is not paid out yet. */
  por_pagar: sumas,
})
export type ColumnaOrdenes = z.infer<typeof columna>

/** A proposal to pay the rest of an order from the available accounts. */
export const propuesta = z.object({
  por_pagar: decimalText,
  /** The amount that no account can pay now; "0.00" when all of it can be paid. */
  falta: decimalText,
  lineas: z.array(
    z.object({
      cuenta_id: z.int(),
      cuenta: z.string(),
      monto: decimalText,
      comision: decimalText,
      disponible: decimalText,
    }),
  ),
  fondo: fondo.nullable(),
  /** What each account of `fondo` is charged for a payout, and who says so: its way of paying, else the account. */
  cargos: z.array(
    z.object({ cuenta_id: z.int(), pct: decimalText, fijo: decimalText, segun: z.string() }),
  ),
  /** Above the limit of two people a payout that is not in cash has its voucher. */
  pide_comprobante: z.boolean(),
})
export type PropuestaPago = z.infer<typeof propuesta>

/** Both amounts of a quote, and the funds for the payout. */
export const cotizacion = z.object({
  historico_id: z.int(),
  tasa: decimalText,
  precision: z.int(),
  metodo_calculo: metodoCalculo,
  segmento: keyOf(SEGMENTOS),
  envia: decimalText,
  recibe: decimalText,
  /** Until when the quote would be honoured. */
  vence_en: instante,
  monto_usd: decimalText.nullable(),
  /** Funds available for the payout, and the shortage ("0.00" when none). */
  disponible: decimalText,
  falta: decimalText,
  margen: decimalText.nullable().optional(),
})
