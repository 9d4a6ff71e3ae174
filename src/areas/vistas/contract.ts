import { z } from 'zod'
import { type Contract, endpoint, guardado, idParam } from '../../core/contract.ts'
import { idSchema, texto } from '../../core/fields.ts'

/** Views of one list that one person may keep. */
export const MAX_VISTAS = 30

export const campos = { nombre: texto('Nombre de la vista', { min: 2, max: 40 }) }

const lista = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/, 'Esa lista no existe.')
const clave = z.string().regex(/^[a-z_]{1,40}$/)

/** What the address of the list holds, without its page; days may be one word (`dias`), so that they move with time. */
const filtros = z
  .record(clave, z.string().max(120))
  .refine((all) => Object.keys(all).length <= 20, 'Son demasiados filtros.')

/** Which columns a list shows, in which order, how wide (in pixels). */
const columnas = z.strictObject({
  ocultas: z.array(z.string().max(40)).max(60).optional(),
  orden: z.array(z.string().max(40)).max(60).optional(),
  anchos: z.record(z.string().max(40), z.int().min(40).max(900)).optional(),
})

const vista = z.object({
  id: z.int(),
  nombre: z.string(),
  compartida: z.boolean(),
  /** Whether it is of whoever asks; otherwise `de` says whose. */
  propia: z.boolean(),
  de: z.string(),
  filtros,
  columnas,
  version: z.int(),
})
export type Vista = z.infer<typeof vista>

const contenido = {
  nombre: campos.nombre.schema,
  compartida: z.boolean(),
  filtros,
  columnas,
}

export const contrato = {
  inicios: endpoint({
    method: 'GET',
    path: '/vistas',
    acceso: 'sesion',
    resumen: 'Las vistas con que se abren las listas de quien pregunta',
    response: z.array(z.object({ lista: z.string(), filtros, columnas })),
  }),
  listar: endpoint({
    method: 'GET',
    path: '/vistas/listas/:lista',
    acceso: 'sesion',
    resumen: 'Las vistas de una lista: las propias y las compartidas',
    params: z.strictObject({ lista }),
    response: z.object({ vistas: z.array(vista), inicio: z.int().nullable() }),
  }),
  crear: endpoint({
    method: 'POST',
    path: '/vistas',
    acceso: 'sesion',
    resumen: 'Guarda cómo se mira una lista',
    body: z.strictObject({ lista, ...contenido }),
    status: 201,
    response: guardado,
  }),
  editar: endpoint({
    method: 'PUT',
    path: '/vistas/:id',
    acceso: 'sesion',
    resumen: 'Cambia el nombre o el contenido de una vista propia, o la comparte',
    params: idParam,
    body: z.strictObject({ ...contenido, version: z.int() }),
    response: guardado,
  }),
  quitar: endpoint({
    method: 'PUT',
    path: '/vistas/:id/quitar',
    acceso: 'sesion',
    resumen: 'Borra una vista propia; una compartida también quien puede compartir',
    params: idParam,
    response: guardado,
  }),
  empezar: endpoint({
    method: 'PUT',
    path: '/vistas/inicio/:lista',
    acceso: 'sesion',
    resumen: 'Elige la vista con que se abre la lista, o ninguna',
    params: z.strictObject({ lista }),
    body: z.strictObject({ vista_id: idSchema.nullable() }),
    response: guardado,
  }),
} satisfies Contract
