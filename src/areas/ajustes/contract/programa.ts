import { z } from 'zod'
import { endpoint, instante } from '../../../core/contract.ts'

/** How the program itself is, as the settings show it. */
export const programa = {
  programa: endpoint({
    method: 'GET',
    path: '/ajustes/programa',
    acceso: 'ajustes:ver',
    resumen: 'Cómo está el programa: sus trabajos que no andan',
    response: z.object({
      /** Jobs that failed twice in a row, or did not run for long. */
      trabajos: z.array(
        z.object({
          nombre: z.string(),
          /** Failures in a row; 0: it does not fail, but does not run either. */
          fallas: z.int(),
          desde: instante,
          motivo: z.string().nullable(),
        }),
      ),
    }),
  }),
}
