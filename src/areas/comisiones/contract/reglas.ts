import { z } from 'zod'
import type { Palabras } from '../../../core/base.ts'
import {
  decimalText,
  endpoint,
  guardado,
  historial,
  idParam,
  keyOf,
} from '../../../core/contract.ts'
import { DE_LOS_LIBROS } from '../../../core/dinero/moneda.ts'
import {
  busqueda,
  type Campo,
  fecha,
  monto,
  opcional,
  referencia,
  seleccion,
  shape,
} from '../../../core/fields.ts'
import { problemas } from '../rules.ts'

export const ROLES = {
  creador: 'Quien registra',
  pagador: 'Quien paga',
  agente: 'Agente',
} as const satisfies Record<Palabras['comisiones_reglas.rol'], string>

export const TIPOS = {
  compra: 'Compra',
  venta: 'Venta',
  canje: 'Canje',
  orden: 'Orden',
} as const satisfies Record<Palabras['comisiones_reglas.tipo'], string>

export const BASES = {
  margen: 'Margen',
  ganancia: 'Ganancia neta',
  monto: 'Monto',
  fijo: 'Monto fijo',
} as const satisfies Record<Palabras['comisiones_reglas.base'], string>

const conAyuda = <T extends z.ZodType>(campo: Campo<T>, ayuda: string): Campo<T> => ({
  ...campo,
  ayuda,
})

export const camposRegla = {
  rol: seleccion('Rol en la operación', ROLES),
  usuario_id: conAyuda(
    opcional(referencia('Usuario', 'comisiones/usuarios')),
    'Vacío: todos los usuarios.',
  ),
  agente_id: conAyuda(
    opcional(busqueda('Agente', 'clientes', ['nombre', 'num_doc'])),
    'Vacío: todos los agentes.',
  ),
  tipo: conAyuda(opcional(seleccion('Aplica a', TIPOS)), 'Vacío: a toda operación.'),
  de_id: opcional(referencia('El cliente entrega', 'monedas/lista', ['iso', 'nombre'])),
  a_id: opcional(referencia('El cliente recibe', 'monedas/lista', ['iso', 'nombre'])),
  divisa_id: conAyuda(
    opcional(referencia('O solo una divisa', 'monedas/lista', ['iso', 'nombre'])),
    'Vacío, sin corredor: todas.',
  ),
  base: conAyuda(
    seleccion('Se calcula sobre', BASES),
    'Margen: lo que ganó la tasa. Ganancia: contra el costo promedio.',
  ),
  valor: monto('Porcentaje o importe', { decimales: 4, max: '1000000' }),
  minimo: opcional(monto('Mínimo por operación', { unidad: DE_LOS_LIBROS, max: '1000000' })),
  maximo: opcional(monto('Máximo por operación', { unidad: DE_LOS_LIBROS, max: '1000000' })),
  desde: fecha('Rige desde', { desde: 'hoy' }),
  hasta: conAyuda(opcional(fecha('Rige hasta', { desde: 'hoy' })), 'Vacío: sin fin.'),
}

const own = z.strictObject(shape(camposRegla))

type Typed = z.output<typeof own>

function revisar(regla: Typed, ctx: z.RefinementCtx): void {
  if (regla.rol === 'agente' ? regla.usuario_id !== null : regla.agente_id !== null) {
    const path = [regla.rol === 'agente' ? 'usuario_id' : 'agente_id']
    ctx.addIssue({ code: 'custom', path, message: 'El beneficiario no corresponde a ese rol.' })
  }
  for (const { campo, mensaje } of problemas(regla)) {
    ctx.addIssue({ code: 'custom', path: [campo], message: mensaje })
  }
}

const ESTADOS_REGLA = ['vigente', 'futura', 'terminada', 'retirada'] as const

const fila = z.object({
  id: z.int(),
  serie_id: z.int(),
  edicion: z.int(),
  rol: keyOf(ROLES),
  usuario_id: z.int().nullable(),
  agente_id: z.int().nullable(),
  /** `u12` (user) or `a7` (agent); null: everybody in the role. */
  beneficiario: z.string().nullable(),
  nombre: z.string().nullable(),
  tipo: keyOf(TIPOS).nullable(),
  de_id: z.int().nullable(),
  a_id: z.int().nullable(),
  divisa_id: z.int().nullable(),
  base: keyOf(BASES),
  valor: decimalText,
  minimo: decimalText.nullable(),
  maximo: decimalText.nullable(),
  desde: z.iso.date(),
  hasta: z.iso.date().nullable(),
  estado: z.enum(ESTADOS_REGLA),
  /** The rule has produced commissions: now it can only be ended or followed by a new version. */
  aplicada: z.boolean(),
  version: z.int(),
})
export type Regla = z.infer<typeof fila>

const detalle = fila.extend({
  /** The first day from which a change can take effect. */
  puede_desde: z.iso.date(),
  historial,
})
export type ReglaDetalle = z.infer<typeof detalle>

/** `u12` (user) or `a7` (agent). */
export const beneficiario = z.string().regex(/^[ua][1-9]\d{0,14}$/, 'El beneficiario no es válido.')

const regla = guardado.extend({ edicion: z.int() })

export const reglas = {
  reglas: endpoint({
    method: 'GET',
    path: '/comisiones/reglas',
    acceso: 'comisiones:ver',
    resumen: 'Reglas de comisión; sin permiso de verlas todas, las propias',
    query: z.strictObject({ beneficiario: beneficiario.optional() }),
    response: z.array(fila),
  }),
  regla: endpoint({
    method: 'GET',
    path: '/comisiones/reglas/:id',
    acceso: 'comisiones:reglas',
    resumen: 'Una regla con su historia',
    params: idParam,
    response: detalle,
  }),
  crearRegla: endpoint({
    method: 'POST',
    path: '/comisiones/reglas',
    acceso: 'comisiones:reglas',
    resumen: 'Crea una regla de comisión',
    body: own.superRefine(revisar),
    status: 201,
    response: regla,
  }),
  editarRegla: endpoint({
    method: 'PUT',
    path: '/comisiones/reglas/:id',
    acceso: 'comisiones:reglas',
    resumen: 'Cambia una regla; si ya se aplicó, crea su versión siguiente',
    params: idParam,
    body: own.extend({ version: z.int() }).superRefine(revisar),
    response: regla,
  }),
  terminarRegla: endpoint({
    method: 'PUT',
    path: '/comisiones/reglas/:id/terminar',
    acceso: 'comisiones:reglas',
    resumen: 'Termina una regla en un día; la que empieza después se retira',
    params: idParam,
    body: z.strictObject({ hasta: fecha('Rige hasta').schema, version: z.int() }),
    response: guardado.extend({ retirada: z.boolean() }),
  }),
  usuarios: endpoint({
    method: 'GET',
    path: '/comisiones/usuarios',
    acceso: 'comisiones:reglas',
    resumen: 'Usuarios que pueden ganar comisiones',
    response: z.array(z.object({ id: z.int(), nombre: z.string(), estatus: z.boolean() })),
  }),
}
