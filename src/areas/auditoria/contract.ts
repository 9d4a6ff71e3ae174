import { z } from 'zod'
import {
  type Contract,
  endpoint,
  filtrosLista,
  idParam,
  instante,
  listado,
  pagina,
} from '../../core/contract.ts'

const numero = (mensaje: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, mensaje)
    .transform(Number)

const fila = z.object({
  id: z.int(),
  fecha: instante,
  usuario_id: z.int().nullable(),
  /** `Sistema` when no session caused the change. */
  usuario: z.string(),
  accion: z.string(),
  /** The area; for a denied call, the requested path. */
  entidad: z.string(),
  entidad_id: z.string().nullable(),
  /** The object's own number or name, if its data contain one. */
  objeto: z.string().nullable(),
  ip: z.string().nullable(),
  denegado: z.boolean(),
  /** Position in the chain; null until it is sealed. */
  pos: z.int().nullable(),
})
export type Fila = z.infer<typeof fila>

const detalle = fila.extend({
  antes: z.unknown(),
  despues: z.unknown(),
  agente: z.string().nullable(),
  sesion_id: z.int().nullable(),
  solicitud: z.string().nullable(),
  /** Hexadecimal: the link of this row and the previous link. */
  hash: z.string().nullable(),
  previo: z.string().nullable(),
})
export type Detalle = z.infer<typeof detalle>

const filtros = {
  ...filtrosLista,
  usuario_id: numero('El usuario no es válido.').optional(),
  entidad: z.string().max(80).optional(),
  entidad_id: z.string().max(40).optional(),
  accion: z.string().max(40).optional(),
  solicitud: z.uuid('La solicitud no es válida.').optional(),
  denegados: z.literal('si', { error: 'Ese filtro no existe.' }).optional(),
}

const estado = z.object({
  /** The last link: its position, its digest and the instant of its row; null in a new house. */
  pos: z.int(),
  hash: z.string(),
  hasta: instante.nullable(),
  /** Number of rows that are not sealed yet. */
  por_sellar: z.int(),
  /** The last head that this server published outside the database; null when there is none. */
  publicada: z.object({ pos: z.int(), fecha: instante, coincide: z.boolean() }).nullable(),
  clave_publica: z.string().nullable(),
})
export type EstadoCadena = z.infer<typeof estado>

const LINEAS = 1000

export const contrato = {
  listar: endpoint({
    method: 'GET',
    path: '/auditoria',
    acceso: 'auditoria:ver',
    replica: 'archivo',
    resumen: 'Cambios y accesos denegados, los más recientes primero',
    ...listado(filtros),
    response: pagina(fila),
  }),
  estado: endpoint({
    method: 'GET',
    path: '/auditoria/estado',
    acceso: 'auditoria:ver',
    resumen: 'Hasta dónde está sellada la cadena y cuál es su cabeza',
    response: estado,
  }),
  opciones: endpoint({
    method: 'GET',
    path: '/auditoria/opciones',
    acceso: 'auditoria:ver',
    resumen: 'Usuarios por los que se puede filtrar',
    response: z.object({ usuarios: z.array(z.object({ id: z.int(), nombre: z.string() })) }),
  }),
  obtener: endpoint({
    method: 'GET',
    path: '/auditoria/:id',
    acceso: 'auditoria:ver',
    resumen: 'Un registro: quién, desde dónde, qué había antes y qué quedó',
    params: idParam,
    response: detalle,
  }),
  exportar: endpoint({
    method: 'POST',
    path: '/auditoria/exportar',
    pesada: true,
    acceso: 'auditoria:exportar',
    resumen: 'Deja constancia de una exportación; para la verificable, su cabecera firmada',
    body: z.strictObject({
      formato: z.enum(['lista', 'verificable'], { error: 'Elija un formato.' }),
      /** The filters of the list, as in its URL. */
      filtros: z.record(z.string().regex(/^[a-z_]{1,40}$/), z.string().max(80)).default({}),
      desde: z.iso.date('La fecha no es válida.').nullable().default(null),
      hasta: z.iso.date('La fecha no es válida.').nullable().default(null),
    }),
    response: z.object({
      message: z.string(),
      /**
       * First line of the file, and the positions of its rows; null where the file is not a verifiable export, or is
       * empty.
       */
      cabecera: z.string().nullable(),
      desde: z.int().nullable(),
      hasta: z.int().nullable(),
    }),
  }),
  revisar: endpoint({
    method: 'GET',
    path: '/auditoria/revision',
    pesada: true,
    acceso: 'auditoria:ver',
    resumen:
      'Recalcula un tramo de la cadena; responde dónde sigue, o la primera fila que no corresponde',
    query: z.strictObject({ desde: numero('Falta desde.').optional() }),
    response: z.object({
      desde: z.int(),
      hasta: z.int(),
      /** Length of the whole chain at this moment. */
      total: z.int(),
      falla: z.int().nullable(),
      siguiente: z.int().nullable(),
    }),
  }),
  cadena: endpoint({
    method: 'GET',
    path: '/auditoria/cadena',
    pesada: true,
    acceso: 'auditoria:exportar',
    resumen: `Líneas de la exportación verificable, hasta ${LINEAS} por llamada`,
    query: z.strictObject({ desde: numero('Falta desde.'), hasta: numero('Falta hasta.') }),
    response: z.object({ lineas: z.array(z.string()), siguiente: z.int().nullable() }),
  }),
} satisfies Contract
