import { z } from 'zod'
import { type Contract, decimalText, endpoint } from '../../core/contract.ts'

const aviso = z.object({
  clave: z.string(),
  /** The text with its count: `3 pagos por verificar`. */
  titulo: z.string(),
  cuantos: z.int(),
  /** Money at risk, in the functional currency; null when it has no value in it. */
  riesgo: decimalText.nullable(),
  /** Route name of the screen that lists them, and its filters. */
  pantalla: z.string(),
  filtro: z.record(z.string(), z.string()),
})
export type Aviso = z.infer<typeof aviso>

export const contrato = {
  listar: endpoint({
    method: 'GET',
    path: '/notificaciones',
    acceso: 'sesion',
    resumen: 'Lo que espera a quien pregunta, según lo que su rol puede hacer',
    response: z.array(aviso),
  }),
} satisfies Contract
