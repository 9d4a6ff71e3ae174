import { z } from 'zod'
import { type Contract, endpoint } from '../../core/contract.ts'

/** A country or, `usd`, the pseudo-market "Referencia internacional US$". */
const pais = z.object({
  /** Slug: `pe`, `ve`, `usd`. */
  id: z.string(),
  nombre: z.string(),
  /** Currency that is usual there. */
  moneda_id: z.int().nullable(),
})
export type Pais = z.infer<typeof pais>

/** Every signed-in user reads it: it feeds the country select of all forms. */
export const contrato = {
  listar: endpoint({
    method: 'GET',
    path: '/paises',
    acceso: 'sesion',
    resumen: 'Lista de países y mercados',
    response: z.array(pais),
  }),
} satisfies Contract
