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
  /** Every receiver that hears again once this is reviewed. */
  webhooks: z.array(z.object({ id: z.int(), nombre: z.string(), url: z.string() })),
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
    resumen: 'Da por revisados los usuarios y las claves de API después de restaurar la casa',
    params: idParam,
    response: guardado,
  }),
} satisfies Contract
