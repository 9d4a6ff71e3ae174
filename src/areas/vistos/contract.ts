import { z } from 'zod'
import { type Contract, endpoint, idParam } from '../../core/contract.ts'
import { textoMotivo } from '../../core/fields.ts'

const nota = textoMotivo('Nota')

const hecho = z.object({
  id: z.int(),
  estado: z.enum(['aprobado', 'rechazado', 'retirado']),
  message: z.string(),
})
export type Hecho = z.infer<typeof hecho>

const paso = { method: 'PUT', params: idParam, response: hecho } as const

/** The answers to what somebody may not do alone. A request is made by the refusal VISTO_FALTA of any call. */
export const contrato = {
  aprobar: endpoint({
    ...paso,
    path: '/vistos/:id/aprobar',
    acceso: 'vistos:aprobar',
    resumen: 'Da el visto bueno a lo que otra persona no puede hacer sola',
    body: z.strictObject({ nota: nota.schema.nullable().default(null) }),
  }),
  rechazar: endpoint({
    ...paso,
    path: '/vistos/:id/rechazar',
    acceso: 'vistos:aprobar',
    resumen: 'Niega el visto bueno, con el motivo',
    body: z.strictObject({ nota: nota.schema }),
  }),
  retirar: endpoint({
    ...paso,
    path: '/vistos/:id/retirar',
    acceso: 'sesion',
    resumen: 'Retira lo que uno mismo pidió',
  }),
} satisfies Contract
