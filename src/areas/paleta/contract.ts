import { z } from 'zod'
import { type Contract, endpoint, MAX_BUSCAR } from '../../core/contract.ts'

/** Lists of which one call may ask. */
const MAX_LISTAS = 20

export const contrato = {
  hallar: endpoint({
    method: 'POST',
    path: '/paleta/hallar',
    consulta: true,
    acceso: 'sesion',
    resumen: 'Lo que cada lista halla de lo que se escribió, de las que quien pregunta puede ver',
    body: z.strictObject({
      /** What is looked for in each list, by the list’s name. */
      terminos: z
        .record(
          z.string().max(40, 'Esa lista no existe.'),
          z.string().trim().min(1, 'Escriba qué busca.').max(MAX_BUSCAR, 'Escriba menos.'),
        )
        .refine((each) => Object.keys(each).length <= MAX_LISTAS, 'Pida menos listas.'),
    }),
    /** By the list’s name its first rows, as the list itself answers them. One he may not see is left out. */
    response: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  }),
} satisfies Contract
