import { z } from 'zod'
import { type Contract, endpoint, idParam, keyOf } from '../../core/contract.ts'
import { textoMotivo } from '../../core/fields.ts'

const nota = textoMotivo('Nota')

const hecho = z.object({
  id: z.int(),
  estado: z.enum(['aprobado', 'rechazado', 'retirado']),
  message: z.string(),
})
export type Hecho = z.infer<typeof hecho>

const paso = { method: 'PUT', params: idParam, response: hecho } as const

/** What becomes of a row of a file that somebody asks a yes for. Nothing that is there already is changed by a file. */
export const FILAS = {
  nueva: 'Se crea',
  distinta: 'Ya está con otros datos: no cambia',
  igual: 'Ya está: no cambia',
  rechazada: 'No se puede crear',
} as const

const fila = z.object({
  fila: z.int(),
  estado: keyOf(FILAS),
  nombre: z.string(),
  /** Each cell under the name of its column, with what is there already. */
  texto: z.string(),
})
export type FilaPedida = z.infer<typeof fila>

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
  filas: endpoint({
    method: 'GET',
    path: '/vistos/:id/filas',
    acceso: 'vistos:aprobar',
    resumen: 'Las filas del archivo sobre el que se pide el visto bueno, por páginas',
    params: idParam,
    query: z.strictObject({
      estado: keyOf(FILAS).optional(),
      /** The row after which the page begins. */
      desde: z
        .string()
        .regex(/^\d{1,6}$/, 'La fila no es válida.')
        .transform(Number)
        .optional(),
    }),
    response: z.object({ items: z.array(fila), siguiente: z.int().nullable() }),
  }),
  retirar: endpoint({
    ...paso,
    path: '/vistos/:id/retirar',
    acceso: 'sesion',
    resumen: 'Retira lo que uno mismo pidió',
  }),
} satisfies Contract
