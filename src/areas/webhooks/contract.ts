import { z } from 'zod'
import type { Palabras } from '../../core/base.ts'
import {
  type Contract,
  endpoint,
  filtrosLista,
  guardado,
  idParam,
  idQuery,
  instante,
  keyOf,
  listado,
  pagina,
} from '../../core/contract.ts'
import { booleano, texto } from '../../core/fields.ts'
import { EVENTOS, type Evento } from './rules/eventos.ts'

export const ESTADOS = {
  pendiente: 'Pendiente',
  enviado: 'Entregado',
  error: 'Falló',
} as const satisfies Record<Palabras['webhooks_salida.estado'], string>
export type Estado = keyof typeof ESTADOS

export const campos = {
  nombre: texto('Nombre', { max: 60, ayuda: 'De quién es: Contabilidad, Página web.' }),
  url: texto('Dirección', {
    max: 500,
    patron: /^https?:\/\/\S+$/,
    mensaje: 'Escriba la dirección completa, con https://.',
    ayuda: 'Recibe cada evento por POST. No guarde en ella una clave: se ve en la auditoría.',
  }),
  activo: booleano('Activo'),
}

/** What a receiver may ask for: all but the test message, which is sent by hand. */
type Elegible = Exclude<Evento, 'prueba'>
const { prueba: _, ...ELEGIBLES } = EVENTOS

const eventos = z
  .array(keyOf<Elegible>(ELEGIBLES, 'Ese evento no existe.'), { error: 'Elija los eventos.' })
  .min(1, 'Elija al menos un evento.')
  .max(40, 'Son demasiados eventos.')

const webhook = z.object({
  id: z.int(),
  nombre: z.string(),
  url: z.string(),
  activo: z.boolean(),
  eventos: z.array(z.string()),
  /** False: encrypted with a key other than the house's. */
  legible: z.boolean(),
  /** Until when the secret before the last one is good; null: there is none. */
  anterior_hasta: instante.nullable(),
  fallando_desde: instante.nullable(),
  /** Why the program switched it off. */
  apagado_por: z.string().nullable(),
  pendientes: z.int(),
  version: z.int(),
})
export type Webhook = z.infer<typeof webhook>

const evento = z.object({
  evento: z.string(),
  /** `type` of its messages. */
  tipo: z.string(),
  nombre: z.string(),
})
export type EventoElegible = z.infer<typeof evento>

const envio = z.object({
  id: z.int(),
  creado_en: instante,
  webhook_id: z.int(),
  webhook: z.string(),
  evento: z.string(),
  nombre: z.string(),
  mensaje: z.string(),
  reenvio: z.boolean(),
  estado: keyOf(ESTADOS),
  motivo: z.string().nullable(),
  intentos: z.int(),
  proximo_en: instante,
  enviado_en: instante.nullable(),
})
export type Envio = z.infer<typeof envio>

const intento = z.object({
  numero: z.int(),
  inicio: instante,
  ms: z.int(),
  codigo: z.int().nullable(),
  motivo: z.string().nullable(),
  respuesta: z.string().nullable(),
})
export type Intento = z.infer<typeof intento>

const detalle = envio.extend({
  url: z.string(),
  cuerpo: z.string().nullable(),
  lista: z.array(intento),
})

const cuerpo = { nombre: campos.nombre.schema, url: campos.url.schema, eventos }
/** A secret that is shown this once. */
const conSecreto = guardado.extend({ secreto: z.string() })
const edita = { acceso: 'webhooks:editar', method: 'POST' } as const
const ve = { acceso: 'webhooks:ver', method: 'GET' } as const

const filtros = {
  ...filtrosLista,
  estado: keyOf(ESTADOS, 'Ese estado no existe.').optional(),
  webhook_id: idQuery('El webhook no es válido.', 9),
  evento: z.string().max(40).optional(),
}

export const contrato = {
  configuracion: endpoint({
    ...ve,
    path: '/webhooks',
    resumen: 'Quién recibe eventos fuera de la casa, y qué eventos hay; los secretos nunca',
    response: z.object({ webhooks: z.array(webhook), eventos: z.array(evento) }),
  }),
  crear: endpoint({
    ...edita,
    path: '/webhooks',
    resumen: 'Agrega un webhook; responde su secreto, que no se vuelve a mostrar',
    body: z.strictObject(cuerpo),
    status: 201,
    response: conSecreto,
  }),
  editar: endpoint({
    acceso: 'webhooks:editar',
    method: 'PUT',
    path: '/webhooks/:id/editar',
    resumen: 'Cambia un webhook, qué recibe y si está activo',
    params: idParam,
    body: z.strictObject({
      ...cuerpo,
      activo: z.boolean({ error: 'Elija sí o no.' }),
      version: z.int(),
    }),
    response: guardado,
  }),
  rotar: endpoint({
    ...edita,
    path: '/webhooks/:id/secreto',
    resumen: 'Genera otro secreto, que no se vuelve a mostrar; el anterior vale un día más',
    params: idParam,
    response: conSecreto,
  }),
  probar: endpoint({
    ...edita,
    path: '/webhooks/:id/probar',
    resumen: 'Envía un evento de prueba',
    params: idParam,
    response: guardado,
  }),
  reenviarDesde: endpoint({
    ...edita,
    path: '/webhooks/:id/reenviar',
    resumen: 'Vuelve a enviar lo que falló desde un momento',
    params: idParam,
    body: z.strictObject({ desde: instante }),
    response: z.object({ envios: z.int(), message: z.string() }),
  }),
  envios: endpoint({
    ...ve,
    path: '/webhooks/envios',
    resumen: 'Envíos a los webhooks de los últimos treinta días, lo más reciente primero',
    ...listado(filtros, ['intentos']),
    response: pagina(envio),
  }),
  envio: endpoint({
    ...ve,
    path: '/webhooks/envios/:id',
    resumen: 'Un envío, con cada intento y lo que respondió el receptor',
    params: idParam,
    response: detalle,
  }),
  reenviar: endpoint({
    ...edita,
    path: '/webhooks/envios/:id/reenviar',
    resumen: 'Vuelve a enviar un mensaje, con el mismo identificador',
    params: idParam,
    response: guardado,
  }),
} satisfies Contract
