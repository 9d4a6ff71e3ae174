import { z } from 'zod'
import type { Palabras } from '../../../core/base.ts'
import {
  archivoBajado,
  type Contract,
  decimalText,
  endpoint,
  filtrosLista,
  guardado,
  historial,
  idParam,
  idQuery,
  instante,
  keyOf,
  listado,
  pagina,
} from '../../../core/contract.ts'
import { idSchema, montoSchema, texto, textoMotivo } from '../../../core/fields.ts'
import { textoPlano } from '../../../core/texto/texto.ts'
import { monedaSigno } from '../../monedas/contract.ts'

/** At most this many orders in one batch. */
export const MAXIMO = 200

export const ESTADOS_LOTE = {
  abierto: 'Espera al banco',
  cerrado: 'Cerrado',
  anulado: 'Anulado',
} as const satisfies Record<Palabras['ordenes_lotes.estado'], string>
export const ESTADOS_LINEA = {
  pendiente: 'Espera al banco',
  pagada: 'Pagada',
  rechazada: 'No la pagó el banco',
} as const satisfies Record<Palabras['ordenes_lotes_lineas.estado'], string>

const estado = keyOf(ESTADOS_LOTE, 'Elija un estado de la lista.')
const estadoLinea = keyOf(ESTADOS_LINEA)

const fila = z.object({
  id: z.int(),
  numero: z.string(),
  fecha: instante,
  cuenta: z.string(),
  formato: z.string(),
  moneda_id: z.int(),
  ordenes: z.int(),
  pendientes: z.int(),
  total: decimalText,
  estado,
  usuario: z.string(),
})
export type FilaLote = z.infer<typeof fila>

const linea = z.object({
  id: z.int(),
  n: z.int(),
  orden_id: z.int(),
  numero: z.string(),
  beneficiario: z.string(),
  documento: z.string(),
  cuenta: z.string(),
  monto: decimalText,
  estado: estadoLinea,
  /** What the way of paying, or else the account, says that the bank charges for it. */
  comision: decimalText,
  /** Above the limit of two people its payout has a voucher. */
  pide_comprobante: z.boolean(),
  /** It is observed: resolve that before it is paid. */
  observada: z.boolean(),
  referencia: z.string().nullable(),
  motivo: z.string().nullable(),
  resuelta_por: z.string().nullable(),
  resuelta_en: instante.nullable(),
})
export type LineaLote = z.infer<typeof linea>

const detalle = fila.extend({
  cuenta_id: z.int(),
  moneda: monedaSigno,
  huella: z.string(),
  tamano: z.int(),
  nombre_archivo: z.string(),
  lineas: z.array(linea),
  historial,
})
export type DetalleLote = z.infer<typeof detalle>

const previa = z.object({
  /** Bank accounts of ours whose bank has a format, in a currency of these orders. */
  cuentas: z.array(
    z.object({
      id: z.int(),
      nombre: z.string(),
      formato: z.string(),
      moneda: monedaSigno,
      /** Its balance above its minimum, less what other batches wait for. */
      libre: decimalText,
      /** What goes into its file, and what stays out and why. */
      entran: z.array(z.object({ orden_id: z.int(), monto: decimalText })),
      fuera: z.array(z.object({ orden_id: z.int(), porque: z.string() })),
      total: decimalText,
      alcanza: z.boolean(),
    }),
  ),
  ordenes: z.array(
    z.object({
      id: z.int(),
      numero: z.string(),
      beneficiario: z.string(),
      metodo: z.string(),
      cuenta: z.string().nullable(),
    }),
  ),
})
export type PreviaLote = z.infer<typeof previa>

const ids = z
  .array(idSchema)
  .min(1, 'Elija una orden o más.')
  .max(MAXIMO, `Un lote lleva hasta ${MAXIMO} órdenes.`)
  .refine((all) => new Set(all).size === all.length, 'Una orden está dos veces.')

const cero = z.union([montoSchema, z.literal('0'), z.literal('0.00')], {
  error: 'Escriba un monto válido.',
})
const motivo = textoMotivo().schema
const hecho = guardado.extend({ estado })

export const contratoLotes = {
  listar: endpoint({
    method: 'GET',
    path: '/ordenes/lotes',
    acceso: 'ordenes:ver',
    resumen: 'Lotes de pago, los más recientes primero',
    ...listado({
      ...filtrosLista,
      estado: estado.optional(),
      cuenta_id: idQuery('La cuenta no es válida.'),
    }),
    response: pagina(fila),
  }),
  previa: endpoint({
    method: 'GET',
    path: '/ordenes/lotes/previa',
    acceso: 'ordenes:pagar',
    resumen: 'De qué cuentas se pueden pagar en lote estas órdenes, y cuáles quedan fuera',
    query: z.strictObject({
      ordenes: z.string().regex(/^\d{1,15}(,\d{1,15}){0,199}$/, 'Elija una orden o más.'),
    }),
    response: previa,
  }),
  obtener: endpoint({
    method: 'GET',
    path: '/ordenes/lotes/:id',
    acceso: 'ordenes:ver',
    resumen: 'Un lote con sus líneas y lo que respondió el banco',
    params: idParam,
    response: detalle,
  }),
  crear: endpoint({
    method: 'POST',
    path: '/ordenes/lotes',
    acceso: 'ordenes:pagar',
    resumen:
      'Pone órdenes propias en un archivo para el banco; ninguna otra cosa las paga desde entonces',
    body: z.strictObject({ cuenta_id: idSchema, ordenes: ids }),
    status: 201,
    dinero: true,
    response: guardado.extend({ numero: z.string() }),
  }),
  archivo: endpoint({
    method: 'GET',
    path: '/ordenes/lotes/:id/archivo',
    acceso: 'ordenes:pagar',
    resumen: 'El archivo del lote, como se hizo',
    params: idParam,
    baja: ['text/plain'],
    response: archivoBajado,
  }),
  comprobar: endpoint({
    method: 'POST',
    path: '/ordenes/lotes/:id/comprobar',
    acceso: 'ordenes:ver',
    resumen: 'Dice si un archivo es el del lote, sin cambios',
    params: idParam,
    sube: { tipos: ['application/octet-stream'], maximo: 1024 * 1024 },
    body: z.custom<Uint8Array>((body) => body instanceof Uint8Array, 'El archivo está vacío.'),
    response: guardado.extend({ igual: z.boolean() }),
  }),
  pagar: endpoint({
    method: 'POST',
    path: '/ordenes/lotes/:id/pagos',
    acceso: 'ordenes:pagar',
    resumen: 'Registra lo que el banco pagó, línea por línea, cada una con su resultado',
    params: idParam,
    body: z.strictObject({
      lineas: z
        .array(
          z.strictObject({
            linea_id: idSchema,
            referencia: texto('Referencia', { max: 60 }).schema,
            comision: cero.default('0'),
            comprobante_id: idSchema.nullable().default(null),
            /** Amount and account as the bank has them; refused when the file said others. */
            monto: montoSchema.nullable().default(null),
            cuenta: textoPlano(1, 40).nullable().default(null),
          }),
        )
        .min(1, 'Elija una línea o más.')
        .max(MAXIMO, `Un lote lleva hasta ${MAXIMO} órdenes.`),
    }),
    dinero: true,
    response: guardado.extend({
      pagadas: z.int(),
      lineas: z.array(
        z.object({
          linea_id: z.int(),
          pagada: z.boolean(),
          codigo: z.string().nullable(),
          message: z.string(),
        }),
      ),
    }),
  }),
  rechazar: endpoint({
    method: 'PUT',
    path: '/ordenes/lotes/:id/rechazar',
    acceso: 'ordenes:pagar',
    resumen: 'El banco no pagó una línea, o nada de lo que falta: sus órdenes salen del lote',
    params: idParam,
    body: z.strictObject({ linea_id: idSchema.nullable(), motivo }),
    dinero: true,
    response: hecho,
  }),
} satisfies Contract
