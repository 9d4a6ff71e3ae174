import { z } from 'zod'
import { decimalText, endpoint, idParam } from '../../../core/contract.ts'

/** What binds how much a client may move, as `clientes_margen` names it. */
const MOTIVOS = [
  'estado',
  'parecido',
  'dia',
  'mes',
  'observado',
  'documento',
  'aprobacion',
  'identidad',
  'ficha',
] as const
export type Motivo = (typeof MOTIVOS)[number]

/** What he moved in a period, in US$, and what is left of its limit; null when nobody set one. */
const periodo = z.object({
  operado: decimalText,
  limite: decimalText.nullable(),
  queda: decimalText.nullable(),
})

const limites = z.object({
  hoy: periodo,
  mes: periodo,
  /**
   * What he moves in a month below `hasta`, his level allows; null: any amount. `queda` is what he may still move: the
   * cent below, as in `libre`.
   */
  nivel: z.object({ hasta: decimalText.nullable(), queda: decimalText.nullable() }),
  /** US$ that one more operation may have now; null: any amount. */
  libre: decimalText.nullable(),
  /** Why not more. */
  motivos: z.array(z.enum(MOTIVOS)),
  /** Operations at the counter with a payment that nobody has seen yet. */
  por_verificar: z.int(),
  ordenes_abiertas: z.int(),
})
export type Limites = z.infer<typeof limites>

/** What of his limits is used and left. */
export const deLimites = endpoint({
  method: 'GET',
  path: '/clientes/:id/limites',
  acceso: 'clientes:ver',
  resumen: 'Cuánto operó un cliente hoy y este mes, y cuánto más puede operar',
  params: idParam,
  response: limites,
})
