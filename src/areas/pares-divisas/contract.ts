import { z } from 'zod'
import { historialDe } from '../../core/catalog.ts'
import {
  type Contract,
  consultaDias,
  decimalText,
  endpoint,
  guardado,
  idParam,
  instante,
  pagina,
  termParam,
} from '../../core/contract.ts'
import {
  entero,
  idSchema,
  monto,
  opcional,
  pais,
  referencia,
  shape,
  tasa,
  texto,
  textoMotivo,
} from '../../core/fields.ts'
import { cadaUna, type Fila } from '../../core/semilla.ts'
import { monedaBreve } from '../monedas/contract.ts'
import { impacto } from './contract/impacto.ts'
import { completarPar } from './contract/semilla.ts'
import { ordenados } from './rules.ts'

/** The identity of a pair: its market, base and cotización. */
export const campos = {
  pais: pais('Mercado'),
  base_id: referencia('Divisa base', 'monedas/lista', ['iso', 'nombre']),
  cotizacion_id: referencia('Divisa cotización', 'monedas/lista', ['iso', 'nombre']),
  precision: entero('Precisión', { min: 0, max: 8, ayuda: 'Decimales de sus precios.' }),
  alerta_pct: opcional(
    monto('Alerta por variación (%)', {
      decimales: 3,
      min: '0.1',
      max: '50',
      ayuda: 'Un cambio mayor pide escribir de nuevo el precio. Vacío: 3 %.',
    }),
  ),
  fuente: opcional(texto('Fuente', { max: 120, ayuda: 'De dónde sale el precio.' })),
}

export const camposPrecio = {
  compra: tasa('Compra', { ayuda: 'A cuánto compramos una unidad de la base.' }),
  venta: tasa('Venta', { ayuda: 'A cuánto vendemos una unidad de la base.' }),
}

export const campoMotivo = textoMotivo()

const precio = {
  ...shape(camposPrecio),
  /** The user has typed again a price that moves more than the pair's alert. */
  confirmar: z.boolean({ error: 'Elija sí o no.' }).default(false),
  /** Version of the pair whose prices were edited; without it, later changes are overwritten. */
  version: z.int().optional(),
}

export type MonedaDePar = z.infer<typeof monedaBreve>

const par = z.object({
  id: z.int(),
  pais: z.string(),
  pais_nombre: z.string(),
  base_id: z.int(),
  cotizacion_id: z.int(),
  divisa_base: monedaBreve,
  divisa_cotizacion: monedaBreve,
  compra: decimalText,
  venta: decimalText,
  precision: z.int(),
  alerta_pct: decimalText,
  fuente: z.string().nullable(),
  /** When the prices were last typed or confirmed, and by whom. */
  actualizado_en: instante,
  actualizado_por: z.string().nullable(),
  /** Older than `tasa_rancia_horas`: shown as a warning. */
  rancio: z.boolean(),
  /** Number of tipos de cambio that follow this pair. */
  dependientes: z.int(),
  /** Prices at the end of the previous business day; null when the pair did not exist yet. */
  ayer_compra: decimalText.nullable(),
  ayer_venta: decimalText.nullable(),
  estatus: z.boolean(),
  version: z.int(),
})
export type Par = z.infer<typeof par>

const tarjeta = z.object({
  id: z.int(),
  compra: decimalText,
  venta: decimalText,
  precision: z.int(),
  divisa_base: monedaBreve,
})

/** A tipo de cambio that was moved by a change of prices. */
export const recalculado = z.object({
  id: z.int(),
  pais: z.string(),
  base: z.string(),
  cotizacion: z.string(),
  tasa_anterior: decimalText,
  tasa: decimalText,
})
export type Recalculado = z.infer<typeof recalculado>

const historia = z.object({
  id: z.int(),
  compra: decimalText,
  venta: decimalText,
  vigente_desde: instante,
  /** Null while in force. */
  vigente_hasta: instante.nullable(),
  usuario: z.string().nullable(),
  motivo: z.string().nullable(),
})
export type HistoriaPar = z.infer<typeof historia>

const distintas = (b: { base_id: number; cotizacion_id: number }) => b.base_id !== b.cotizacion_id
const DISTINTAS = { message: 'Elija una divisa distinta de la base.', path: ['cotizacion_id'] }
const EN_ORDEN = { message: 'La venta debe ser igual o mayor que la compra.', path: ['venta'] }

/** Prices of several pairs, each pair once. */
const precios = z
  .array(z.strictObject({ id: idSchema, ...precio }).refine(ordenados, EN_ORDEN), {
    error: 'Envíe la lista de pares.',
  })
  .min(1, 'Cambie al menos un precio.')
  .max(500, 'Publique como máximo 500 pares a la vez.')
  .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, {
    error: 'Un par aparece dos veces.',
  })

/** The id of the reviewed outcome; without it, any outcome is published. */
const revision = z
  .string()
  .regex(/^[\w-]{43}$/, 'La revisión no es válida.')
  .optional()

export const contrato = {
  listar: endpoint({
    method: 'GET',
    path: '/pares-divisas',
    acceso: 'pares-divisas:ver',
    resumen: 'Pares de divisas con sus precios',
    response: z.array(par),
    lee: cadaUna(completarPar),
  }),
  buscar: endpoint({
    method: 'GET',
    path: '/pares-divisas/search/:term',
    acceso: 'pares-divisas:ver',
    resumen: 'Busca pares por mercado, ISO o nombre de sus divisas',
    params: termParam,
    response: z.array(par),
    lee: cadaUna(completarPar),
  }),
  historial: historialDe('pares-divisas', 'pares-divisas:ver'),
  obtener: endpoint({
    method: 'GET',
    path: '/pares-divisas/:id',
    acceso: 'pares-divisas:ver',
    resumen: 'Un par de divisas',
    params: idParam,
    response: par,
    lee: (answer) => completarPar(answer as Fila),
  }),
  historico: endpoint({
    method: 'GET',
    path: '/pares-divisas/historico/:id',
    acceso: 'pares-divisas:ver',
    resumen: 'Precios que tuvo un par, el más reciente primero',
    params: idParam,
    query: z.strictObject(consultaDias),
    response: pagina(historia),
  }),
  /** A route of the original brief: the calculator's cards. */
  tarjetas: endpoint({
    method: 'GET',
    path: '/pares-divisas/pais/:country/:currencyIso',
    integra: true,
    acceso: 'sesion',
    resumen: 'Pares activos de un mercado cuya cotización es esa divisa',
    params: z.strictObject({
      country: z.string().regex(/^[a-z]{2,3}$/, 'El mercado no es válido.'),
      currencyIso: z
        .string()
        .regex(/^[A-Za-z0-9]{3,5}$/, 'La divisa no es válida.')
        .toUpperCase(),
    }),
    response: z.array(tarjeta),
    lee: cadaUna(completarPar),
  }),
  crear: endpoint({
    method: 'POST',
    path: '/pares-divisas',
    acceso: 'pares-divisas:editar',
    resumen: 'Crea un par de divisas con sus precios',
    body: z
      .strictObject({ ...shape(campos), ...shape(camposPrecio) })
      .refine(distintas, DISTINTAS)
      .refine(ordenados, EN_ORDEN),
    response: guardado,
    status: 201,
  }),
  editar: endpoint({
    method: 'PUT',
    path: '/pares-divisas/:id',
    acceso: 'pares-divisas:editar',
    resumen: 'Edita la identidad de un par; sus precios se publican aparte',
    params: idParam,
    body: z.strictObject({ ...shape(campos), version: z.int() }).refine(distintas, DISTINTAS),
    response: guardado,
  }),
  estatus: endpoint({
    method: 'PUT',
    path: '/pares-divisas/estatus/:id',
    acceso: 'pares-divisas:editar',
    resumen: 'Activa o desactiva un par',
    params: idParam,
    response: z.object({ id: z.int(), estatus: z.boolean(), message: z.string() }),
  }),
  precio: endpoint({
    method: 'PUT',
    path: '/pares-divisas/compra-venta/:id',
    acceso: 'pares-divisas:publicar',
    resumen: 'Publica los precios de un par y recalcula las tasas que dependen de él',
    params: idParam,
    body: z
      .strictObject({ ...precio, revision, motivo: opcional(campoMotivo).schema })
      .refine(ordenados, EN_ORDEN),
    response: guardado.extend({ recalculados: z.array(recalculado) }),
  }),
  impacto: endpoint({
    method: 'POST',
    path: '/pares-divisas/compra-venta/impacto',
    consulta: true,
    acceso: 'pares-divisas:publicar',
    resumen: 'Lo que haría una publicación de precios, sin publicar nada',
    body: z.strictObject({ pares: precios }),
    response: impacto,
  }),
  publicar: endpoint({
    method: 'POST',
    path: '/pares-divisas/compra-venta',
    acceso: 'pares-divisas:publicar',
    resumen: 'Publica los precios de varios pares, todos o ninguno',
    body: z.strictObject({
      pares: precios,
      revision,
      motivo: campoMotivo.schema,
    }),
    response: z.object({
      ids: z.array(z.int()),
      message: z.string(),
      recalculados: z.array(recalculado),
    }),
  }),
} satisfies Contract
