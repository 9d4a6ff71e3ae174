import { z } from 'zod'
import type { Palabras } from '../../../core/base.ts'
import {
  type Contract,
  decimalText,
  endpoint,
  guardado,
  idParam,
  instante,
  keyOf,
} from '../../../core/contract.ts'
import { idSchema, montoSchema, tasaSchema, texto, textoMotivo } from '../../../core/fields.ts'
import { prueba } from '../../usuarios/contract.ts'
import { tipo } from './opciones.ts'

/** As it is kept, or `vencida`: nobody answered it, or used it, in time. */
const estado = keyOf<Palabras['autorizaciones_tasa.estado'] | 'vencida'>({
  pendiente: 1,
  aprobada: 1,
  rechazada: 1,
  cancelada: 1,
  usada: 1,
  vencida: 1,
})

export const camposAutorizacion = {
  motivo: textoMotivo(),
  nota: textoMotivo('Nota'),
  usuario: texto('Usuario o correo', { max: 120 }),
}

/** The terms of the operation at the counter, with a rate outside the cashier's range. */
const terminos = z.strictObject({
  tipo,
  cliente_id: idSchema.nullable().default(null),
  divisa_id: idSchema.max(2 ** 31 - 1, 'Elija una opción.'),
  monto: montoSchema.nullable().default(null),
  contravalor: montoSchema.nullable().default(null),
  historico_id: idSchema,
  tasa: tasaSchema,
  motivo: camposAutorizacion.motivo.schema,
})

const oneAmount = ({ monto, contravalor }: { monto: string | null; contravalor: string | null }) =>
  (monto === null) !== (contravalor === null)
const MONTO = {
  message: 'Escriba el monto o el contravalor, uno de los dos.',
  path: ['monto'],
}

const autorizacion = z.object({
  id: z.int(),
  estado,
  tasa: decimalText,
  monto: decimalText,
  /** Until when it can be answered; once approved, until when it can be used. */
  vence_en: instante,
  resuelto_por: z.string().nullable(),
  nota: z.string().nullable(),
})
export type Autorizacion = z.infer<typeof autorizacion>

const ruta = '/compras-ventas/autorizaciones'
/** A person asks another one: whoever made a key could answer it. */
const pide = { acceso: 'compras-ventas:crear', integra: false } as const
const autoriza = { acceso: 'compras-ventas:autorizar-tasa' } as const
const respuesta = guardado.extend({ estado })

export const autorizaciones = {
  pedirTasa: endpoint({
    ...pide,
    method: 'POST',
    path: ruta,
    resumen: 'Pide permiso para una tasa fuera del rango propio, para una operación',
    body: terminos.refine(oneAmount, MONTO),
    status: 201,
    response: guardado,
  }),
  firmarTasa: endpoint({
    ...pide,
    method: 'POST',
    path: `${ruta}/firmar`,
    resumen:
      'Lo mismo, con quien autoriza presente: escribe su contraseña en la pantalla del cajero',
    body: terminos
      .extend({ usuario: camposAutorizacion.usuario.schema, ...prueba })
      .refine(oneAmount, MONTO),
    status: 201,
    response: respuesta,
  }),
  autorizacion: endpoint({
    ...pide,
    method: 'GET',
    path: `${ruta}/:id`,
    resumen: 'Qué fue de un permiso que uno pidió',
    params: idParam,
    response: autorizacion,
  }),
  cancelarTasa: endpoint({
    ...pide,
    method: 'PUT',
    path: `${ruta}/:id/cancelar`,
    resumen: 'Retira un permiso que uno pidió',
    params: idParam,
    response: respuesta,
  }),
  aprobarTasa: endpoint({
    ...autoriza,
    method: 'PUT',
    path: `${ruta}/:id/aprobar`,
    resumen: 'Autoriza la tasa, para una sola operación y por unos minutos',
    params: idParam,
    body: z.strictObject({ nota: camposAutorizacion.nota.schema.nullable().default(null) }),
    response: respuesta,
  }),
  rechazarTasa: endpoint({
    ...autoriza,
    method: 'PUT',
    path: `${ruta}/:id/rechazar`,
    resumen: 'Dice que no a la tasa, con el motivo',
    params: idParam,
    body: z.strictObject({ nota: camposAutorizacion.nota.schema }),
    response: respuesta,
  }),
} satisfies Contract
