import { z } from 'zod'
import {
  decimalText,
  filtrosLista,
  idQuery,
  instante,
  keyOf,
  metodoCalculo,
} from '../../../core/contract.ts'
import { SEGMENTOS } from '../../../core/dinero/tramos.ts'
import { REVISAR } from '../rules.ts'
import { fondo } from './opciones.ts'
import { estado } from './partes.ts'

/** Filters of the list, shared with its summary. */
export const filtros = {
  ...filtrosLista,
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
  /** Who registered it, and who pays it out. */
  usuario_id: idQuery('El usuario no es válido.', 9),
  pagador_id: idQuery('El pagador no es válido.', 9),
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
  /** Of what they receive, what is still to be paid out. */
  por_pagar: sumas,
})
export type ColumnaOrdenes = z.infer<typeof columna>

/** A way to pay what is left of an order out of the accounts there are. */
export const propuesta = z.object({
  por_pagar: decimalText,
  /** What no account can pay now; "0.00" when it is enough. */
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
})
export type PropuestaPago = z.infer<typeof propuesta>

/** Both amounts, and what there is to pay them out with. */
export const cotizacion = z.object({
  historico_id: z.int(),
  tasa: decimalText,
  precision: z.int(),
  metodo_calculo: metodoCalculo,
  segmento: keyOf(SEGMENTOS),
  envia: decimalText,
  recibe: decimalText,
  /** Until when it would be respected. */
  vence_en: instante,
  monto_usd: decimalText.nullable(),
  /** What is there to pay it out with, and what is lacking ("0.00": enough). */
  disponible: decimalText,
  falta: decimalText,
  margen: decimalText.nullable().optional(),
})
