import { z } from 'zod'
import type { Palabras } from '../../core/base.ts'
import {
  apunte,
  type Contract,
  decimalText,
  deSucursal,
  endpoint,
  filtroSucursal,
  filtrosLista,
  guardado,
  historial,
  idParam,
  idQuery,
  instante,
  keyOf,
  listado,
  pagina,
} from '../../core/contract.ts'
import { adjunto, adjuntosDe } from '../../core/documento/adjunto.ts'
import { esRuc } from '../../core/documento/documentos.ts'
import {
  fecha,
  idSchema,
  montoSchema,
  opcional,
  seleccion,
  texto,
  textoMotivo,
} from '../../core/fields.ts'
import { monedaSigno as moneda } from '../monedas/contract.ts'

export const ESTADOS = {
  pendiente: 'Pendiente',
  pagado: 'Pagado',
  rechazado: 'Rechazado',
  anulado: 'Anulado',
} as const satisfies Record<Palabras['gastos.estado'], string>
export type Estado = keyof typeof ESTADOS
const estado = keyOf(ESTADOS, 'Elija un estado de la lista.')

export const COMPROBANTES = {
  factura: 'Factura',
  boleta: 'Boleta',
  recibo: 'Recibo',
  sin: 'Sin comprobante',
} as const satisfies Record<Palabras['gastos.comprobante'], string>

const ruc = texto('RUC del proveedor', {
  max: 11,
  patron: /^\d{11}$/,
  mensaje: 'El RUC tiene 11 dígitos.',
})

export const campos = {
  fecha: fecha('Fecha', { hasta: 'hoy' }),
  proveedor: opcional(texto('Proveedor', { max: 120 })),
  ruc: opcional({
    ...ruc,
    schema: ruc.schema.refine(esRuc, 'El RUC no es válido: revise los dígitos.'),
  }),
  descripcion: texto('Descripción', { min: 3, max: 200 }),
  comprobante: seleccion('Comprobante', COMPROBANTES),
  serie_numero: opcional(
    texto('Serie y número', {
      max: 20,
      patron: /^[A-Za-z0-9]{1,6}-\d{1,10}$/,
      mensaje: 'Escríbalo como F001-123.',
      ayuda: 'Como F001-123. No se repite por RUC.',
    }),
  ),
}
export const camposRespuesta = { nota: textoMotivo('Nota'), motivo: textoMotivo() }
const { nota, motivo } = camposRespuesta

const nuevo = z.strictObject({
  fecha: campos.fecha.schema,
  categoria_id: idSchema.max(2 ** 31 - 1, 'Elija una opción.'),
  proveedor: campos.proveedor.schema,
  ruc: campos.ruc.schema,
  descripcion: campos.descripcion.schema,
  cuenta_id: idSchema,
  monto: montoSchema,
  comprobante: campos.comprobante.schema,
  serie_numero: campos.serie_numero.schema,
  /** Id that `subirAdjunto` returned. */
  adjunto_id: idSchema.nullable().default(null),
  /** The day of the month on which it repeats. */
  recurrente_dia: z
    .int({ error: 'Escriba un día del mes.' })
    .min(1, 'Escriba un día del mes.')
    .max(31, 'Escriba un día del mes.')
    .nullable()
    .default(null),
  /** The proposal that this expense completes. */
  propuesta_id: idSchema.nullable().default(null),
})
export type Nuevo = z.input<typeof nuevo>

const fila = z.object({
  id: z.int(),
  numero: z.string(),
  fecha: z.string(),
  categoria_id: z.int(),
  categoria: z.string(),
  proveedor: z.string().nullable(),
  descripcion: z.string(),
  cuenta: z.string(),
  moneda,
  monto: decimalText,
  /** Value at cost, in the functional currency; only for users who may see cost. */
  valor: decimalText.optional(),
  comprobante: keyOf(COMPROBANTES),
  serie_numero: z.string().nullable(),
  usuario: z.string(),
  ...deSucursal,
  estado,
  /** False: proposed by the calendar and not reviewed by anybody yet. */
  confirmado: z.boolean(),
})
export type Fila = z.infer<typeof fila>

const detalle = fila.extend({
  cuenta_id: z.int(),
  ruc: z.string().nullable(),
  registrado_en: instante,
  /** Value at the price of the day on which it was paid. */
  valor_dia: decimalText.nullable().optional(),
  recurrente: z.object({ id: z.int(), dia: z.int(), activo: z.boolean() }).nullable(),
  propio: z.boolean(),
  /** While it waits: the other users who may approve it. */
  aprueban: z.array(z.string()),
  resuelto_por: z.string().nullable(),
  resuelto_en: instante.nullable(),
  nota: z.string().nullable(),
  pagado_en: instante.nullable(),
  anulado_por: z.string().nullable(),
  anulado_en: instante.nullable(),
  motivo_anulacion: z.string().nullable(),
  adjuntos: z.array(adjunto),
  funcional: moneda,
  apuntes: z.array(apunte).optional(),
  historial,
  version: z.int(),
})
export type Detalle = z.infer<typeof detalle>

const filtros = {
  ...filtrosLista,
  ...filtroSucursal,
  estado: estado.optional(),
  categoria_id: idQuery('La categoría no es válida.', 9),
  cuenta_id: idQuery('La cuenta no es válida.'),
}

const recurrente = z.object({
  id: z.int(),
  categoria: z.string(),
  proveedor: z.string().nullable(),
  descripcion: z.string(),
  cuenta: z.string(),
  moneda,
  monto: decimalText,
  dia: z.int(),
  activo: z.boolean(),
})
export type Recurrente = z.infer<typeof recurrente>

const ver = { acceso: 'gastos:ver', method: 'GET' } as const
const crear = { acceso: 'gastos:crear' } as const
const hecho = guardado.extend({ estado })
const paso = { method: 'PUT', params: idParam, response: hecho } as const

export const contrato = {
  listar: endpoint({
    ...ver,
    path: '/gastos',
    resumen: 'Gastos, los más recientes primero',
    ...listado(filtros, ['numero', 'proveedor', 'monto', 'valor']),
    response: pagina(fila),
  }),
  totales: endpoint({
    ...ver,
    path: '/gastos/totales',
    resumen:
      'Lo pagado que queda filtrado, por moneda; y el mes de cada categoría contra su presupuesto',
    query: z.strictObject(filtros),
    response: z.object({
      monedas: z.array(z.object({ moneda, total: decimalText, gastos: z.int() })),
      /** The month, `2026-11`: that of `hasta`, otherwise the current one. */
      mes: z.string(),
      /** Valued at cost: only for users who may see it. */
      categorias: z
        .array(
          z.object({
            categoria_id: z.int(),
            categoria: z.string(),
            filtrado: decimalText,
            mes: decimalText,
            presupuesto: decimalText.nullable(),
          }),
        )
        .optional(),
    }),
  }),
  opciones: endpoint({
    ...crear,
    method: 'GET',
    path: '/gastos/opciones',
    resumen:
      'Lo que el formulario necesita: categorías, cuentas con su saldo y lo que hoy se paga sin aprobación',
    response: z.object({
      hoy: z.string(),
      categorias: z.array(z.object({ id: z.int(), nombre: z.string() })),
      cuentas: z.array(
        z.object({
          id: z.int(),
          nombre: z.string(),
          moneda: moneda.extend({ funcional: z.boolean() }),
          saldo: decimalText,
          /** In whose charge it is, of another person's. */
          de: z.string().nullable(),
          /** Average cost of a foreign currency; only for users who may see cost. */
          promedio: decimalText.nullable(),
          precio: decimalText.nullable(),
          /** What the user may still pay from it today without approval, in soles, and what of it without a voucher. */
          libre: decimalText,
          libre_sin_papel: decimalText,
        }),
      ),
    }),
  }),
  recurrentes: endpoint({
    ...ver,
    path: '/gastos/recurrentes',
    resumen: 'Lo que vuelve cada mes',
    response: z.array(recurrente),
  }),
  recurrenteEstatus: endpoint({
    ...crear,
    method: 'PUT',
    path: '/gastos/recurrentes/estatus/:id',
    resumen: 'Detiene un gasto recurrente, o lo retoma desde el mes siguiente',
    params: idParam,
    response: z.object({ id: z.int(), activo: z.boolean(), message: z.string() }),
  }),
  obtener: endpoint({
    ...ver,
    path: '/gastos/:id',
    resumen: 'Un gasto con su asiento y su historial',
    params: idParam,
    response: detalle,
  }),
  crear: endpoint({
    ...crear,
    method: 'POST',
    path: '/gastos',
    resumen: 'Registra un gasto; hasta el límite se paga en el acto',
    body: nuevo,
    status: 201,
    dinero: true,
    response: guardado.extend({ numero: z.string(), estado }),
  }),
  aprobar: endpoint({
    ...paso,
    path: '/gastos/:id/aprobar',
    acceso: 'gastos:aprobar',
    resumen: 'Paga un gasto que otra persona pidió',
    body: z.strictObject({ nota: nota.schema.nullable().default(null) }),
    dinero: true,
  }),
  rechazar: endpoint({
    ...paso,
    path: '/gastos/:id/rechazar',
    acceso: 'gastos:aprobar',
    resumen: 'Dice que no a un gasto, con el motivo',
    body: z.strictObject({ nota: nota.schema }),
  }),
  retirar: endpoint({
    ...paso,
    ...crear,
    path: '/gastos/:id/retirar',
    resumen: 'Retira un gasto que uno mismo pidió, o descarta el que propuso el calendario',
  }),
  anular: endpoint({
    ...paso,
    path: '/gastos/:id/anular',
    acceso: 'gastos:anular',
    resumen: 'Anula: devuelve exactamente lo que salió',
    body: z.strictObject({ motivo: motivo.schema }),
    dinero: true,
  }),
  ...adjuntosDe('/gastos', { subir: 'gastos:crear', ver: 'gastos:ver' }),
} satisfies Contract
