import { z } from 'zod'
import { type Contract, endpoint, guardado, idParam } from '../../../core/contract.ts'
import { texto } from '../../../core/fields.ts'

export const camposJuicio = {
  nota: texto('Qué revisó', { min: 5, max: 200, lineas: 2 }),
}

/** The blocked clients that compliance saw, by id. */
const vistos = z.string().regex(/^\d{1,15}(,\d{1,15}){0,99}$/, 'Vuelva a abrir la solicitud.')

/** What compliance alone says of a client. */
export const cumplimiento = {
  quitarPep: endpoint({
    method: 'PUT',
    path: '/clientes/pep/:id',
    acceso: 'clientes:aprobar',
    resumen: 'Quita la marca de persona expuesta políticamente, con motivo',
    params: idParam,
    body: z.strictObject({ motivo: camposJuicio.nota.schema, version: z.int() }),
    response: guardado,
  }),
  distinto: endpoint({
    method: 'PUT',
    path: '/clientes/distinto/:id',
    acceso: 'clientes:aprobar',
    resumen: 'Dice que quien se parece a un cliente bloqueado es otra persona',
    params: idParam,
    body: z.strictObject({ vistos, nota: camposJuicio.nota.schema.nullable().default(null) }),
    response: guardado,
  }),
  mismo: endpoint({
    method: 'PUT',
    path: '/clientes/mismo/:id',
    acceso: 'clientes:aprobar',
    resumen: 'Dice que es el mismo cliente bloqueado: queda bloqueado también',
    params: idParam,
    body: z.strictObject({ vistos, nota: camposJuicio.nota.schema }),
    response: guardado,
  }),
} satisfies Contract
