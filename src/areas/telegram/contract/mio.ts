import { z } from 'zod'
import { type Contract, endpoint, idParam, instante } from '../../../core/contract.ts'

/** Whether Telegram works in this house, and the chat of whoever asks. */
const mio = z.object({
  /** The switch is on and there is a bot. */
  disponible: z.boolean(),
  /** When the chat was linked; null: there is none. */
  vinculado_en: instante.nullable(),
  /** The end of the chat's identifier. */
  chat: z.string().nullable(),
  /** Until when the code that was asked for is good; null: none waits. */
  espera_hasta: instante.nullable(),
  /** The bot's name, `cambista_bot`; null until the bot said it. */
  bot: z.string().nullable(),
})
export type Mio = z.infer<typeof mio>

const persona = z.object({
  usuario_id: z.int(),
  nombre: z.string(),
  usuario: z.string(),
  vinculado_en: instante,
  chat: z.string(),
})
export type Persona = z.infer<typeof persona>

const hecho = z.object({ message: z.string() })

export const mios = {
  mio: endpoint({
    method: 'GET',
    path: '/telegram/mio',
    acceso: 'sesion',
    resumen: 'El chat de Telegram de quien pregunta',
    response: mio,
  }),
  vincular: endpoint({
    method: 'POST',
    path: '/telegram/mio',
    acceso: 'sesion',
    resumen: 'Da, una vez, un código para vincular el chat propio; vence en diez minutos',
    body: z.strictObject({
      password: z
        .string({ error: 'Escriba su contraseña.' })
        .min(1, 'Escriba su contraseña.')
        .max(200),
      codigo: z.string().max(40, 'El código es demasiado largo.').optional(),
    }),
    response: hecho.extend({ codigo: z.string(), vence_en: instante }),
  }),
  desvincular: endpoint({
    method: 'PUT',
    path: '/telegram/mio',
    acceso: 'sesion',
    resumen: 'Desvincula el chat propio',
    response: hecho,
  }),
  personas: endpoint({
    method: 'GET',
    path: '/telegram/personas',
    acceso: 'telegram:ver',
    resumen: 'Quién tiene su chat vinculado',
    response: z.array(persona),
  }),
  quitarPersona: endpoint({
    method: 'PUT',
    path: '/telegram/personas/:id/quitar',
    acceso: 'telegram:editar',
    resumen: 'Desvincula el chat de una persona',
    params: idParam,
    response: hecho,
  }),
} satisfies Contract
