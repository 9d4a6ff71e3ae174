import { z } from 'zod'
import type { Palabras } from '../../core/base.ts'
import {
  type Contract,
  consultaDias,
  endpoint,
  guardado,
  idParam,
  instante,
  keyOf,
  pagina,
} from '../../core/contract.ts'
import { booleano, texto } from '../../core/fields.ts'
import { mios } from './contract/mio.ts'

export const ESTADOS = {
  pendiente: 'Pendiente',
  enviado: 'Enviado',
  error: 'Falló',
  omitido: 'Omitido',
} as const satisfies Record<Palabras['telegram_salida.estado'], string>
export type Estado = keyof typeof ESTADOS

const token = texto('Token del bot', {
  max: 80,
  patron: /^\d{5,15}:[A-Za-z0-9_-]{30,60}$/,
  mensaje: 'Copie el token completo que le dio @BotFather.',
  ayuda: 'Se guarda cifrado y no se vuelve a mostrar.',
})

export const campos = {
  token: { ...token, control: { ...token.control, secreto: true } },
  nombre: texto('Nombre', { max: 60, ayuda: 'Cómo lo llama la casa: Operadores, Gerencia.' }),
  chat_id: texto('Identificador del chat', {
    max: 33,
    patron: /^(-?[1-9]\d{0,18}|@[A-Za-z][A-Za-z0-9_]{4,31})$/,
    mensaje: 'Escriba el número del chat (los grupos empiezan con -) o el @nombre de un canal.',
  }),
  gerencia: {
    ...booleano('Es de la gerencia'),
    ayuda: 'Solo estos chats reciben ganancias y costos.',
  },
  estatus: booleano('Activo'),
}

const chat = z.object({
  id: z.int(),
  nombre: z.string(),
  chat_id: z.string(),
  gerencia: z.boolean(),
  estatus: z.boolean(),
  version: z.int(),
})
export type Chat = z.infer<typeof chat>

const evento = z.object({
  evento: z.string(),
  nombre: z.string(),
  /** Contains profit or cost: only management chats may receive it. */
  reservado: z.boolean(),
  activo: z.boolean(),
  chats: z.array(z.int()),
})
export type Evento = z.infer<typeof evento>

const configuracion = z.object({
  activo: z.boolean(),
  /** `ilegible`: encrypted with a key other than the house's. */
  token: z.enum(['falta', 'guardado', 'ilegible']),
  chats: z.array(chat),
  eventos: z.array(evento),
  version: z.int(),
})
export type Configuracion = z.infer<typeof configuracion>

const envio = z.object({
  id: z.int(),
  creado_en: instante,
  evento: z.string(),
  nombre: z.string(),
  chat: z.string().nullable(),
  texto: z.string().nullable(),
  estado: keyOf(ESTADOS),
  motivo: z.string().nullable(),
  intentos: z.int(),
  proximo_en: instante,
  enviado_en: instante.nullable(),
})
export type Envio = z.infer<typeof envio>

const chatBody = {
  nombre: campos.nombre.schema,
  chat_id: campos.chat_id.schema,
  gerencia: z.boolean({ error: 'Elija sí o no.' }),
}

export const contrato = {
  ...mios,
  estado: endpoint({
    method: 'GET',
    path: '/telegram',
    acceso: 'sesion',
    resumen: 'Si Telegram está encendido',
    response: z.boolean(),
  }),
  alternar: endpoint({
    method: 'POST',
    path: '/telegram',
    acceso: 'telegram:activar',
    resumen: 'Enciende o apaga Telegram; responde cómo quedó',
    response: z.boolean(),
  }),
  configuracion: endpoint({
    method: 'GET',
    path: '/telegram/configuracion',
    acceso: 'telegram:ver',
    resumen: 'Chats, y qué evento va a cuáles; el token nunca',
    response: configuracion,
  }),
  guardarToken: endpoint({
    method: 'PUT',
    path: '/telegram/token',
    acceso: 'telegram:editar',
    resumen: 'Guarda el token del bot, cifrado',
    body: z.strictObject({ token: campos.token.schema }),
    response: z.object({ message: z.string() }),
  }),
  crearChat: endpoint({
    method: 'POST',
    path: '/telegram/chats',
    acceso: 'telegram:editar',
    resumen: 'Agrega un chat',
    body: z.strictObject(chatBody),
    status: 201,
    response: guardado,
  }),
  editarChat: endpoint({
    method: 'PUT',
    path: '/telegram/chats/:id/editar',
    acceso: 'telegram:editar',
    resumen: 'Cambia un chat',
    params: idParam,
    body: z.strictObject({
      ...chatBody,
      estatus: z.boolean({ error: 'Elija sí o no.' }),
      version: z.int(),
    }),
    response: guardado,
  }),
  destinos: endpoint({
    method: 'PUT',
    path: '/telegram/eventos/:evento',
    acceso: 'telegram:editar',
    resumen: 'Qué chats reciben un evento, y si se anota',
    params: z.strictObject({ evento: z.string().regex(/^[a-z_]{3,40}$/, 'Ese evento no existe.') }),
    body: z.strictObject({
      activo: z.boolean({ error: 'Elija sí o no.' }),
      chats: z.array(z.int().min(1).max(2_000_000_000)).max(20, 'Son demasiados chats.'),
    }),
    response: z.object({ message: z.string() }),
  }),
  probar: endpoint({
    method: 'POST',
    path: '/telegram/chats/:id/probar',
    acceso: 'telegram:editar',
    resumen: 'Envía un mensaje de prueba a un chat',
    params: idParam,
    response: z.object({ message: z.string() }),
  }),
  envios: endpoint({
    method: 'GET',
    path: '/telegram/envios',
    acceso: 'telegram:ver',
    resumen: 'Lo enviado, lo omitido y lo que falló, lo más reciente primero',
    query: z.strictObject({
      ...consultaDias,
      estado: keyOf(ESTADOS, 'Ese estado no existe.').optional(),
      evento: z.string().max(40).optional(),
    }),
    response: pagina(envio),
  }),
  reintentar: endpoint({
    method: 'POST',
    path: '/telegram/envios/:id/reintentar',
    acceso: 'telegram:editar',
    resumen: 'Vuelve a poner en la cola un mensaje que falló',
    params: idParam,
    response: guardado,
  }),
} satisfies Contract
