import { z } from 'zod'
import { type Contract, endpoint, guardado, idParam, instante } from '../../../core/contract.ts'

const pendiente = z.object({
  id: z.int(),
  fecha: instante,
  /** As of when the house came back. */
  hasta: instante,
  /** Everybody who may sign in. */
  usuarios: z.array(
    z.object({ id: z.int(), nombre: z.string(), usuario: z.string(), rol: z.string() }),
  ),
  /** Every key that works once this is reviewed. */
  claves: z.array(z.object({ id: z.int(), nombre: z.string(), creada_por: z.string() })),
  /** Every receiver and every chat that hears again once this is reviewed; of a chat the last four of its number. */
  afuera: z.array(
    z.object({ clase: z.string(), id: z.int(), nombre: z.string(), adonde: z.string() }),
  ),
})

/** What somebody has to look at after the house was restored from a backup. */
export const contratoRestauracion = {
  obtener: endpoint({
    method: 'GET',
    path: '/usuarios/restauracion',
    acceso: 'usuarios:editar',
    resumen: 'La última restauración que nadie revisó, con quién puede ingresar desde entonces',
    response: z.object({ pendiente: pendiente.nullable() }),
  }),
  revisar: endpoint({
    method: 'PUT',
    path: '/usuarios/restauracion/:id',
    acceso: 'usuarios:editar',
    resumen: 'Da por revisado, después de restaurar la casa, quién ingresa y qué sale de ella',
    params: idParam,
    response: guardado,
  }),
} satisfies Contract
