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
import { booleano, entero, monto, seleccion, shape, tasa, texto } from '../../../core/fields.ts'
import { recalculado } from '../contract.ts'
import { RUTA } from '../fuentes/rules.ts'

export const MODOS = {
  propone: 'Propone: una persona acepta',
  publica: 'Publica sola, hasta el salto máximo',
} as const satisfies Record<Palabras['pares_fuentes.modo'], string>

const ruta = (etiqueta: string, ayuda: string) =>
  texto(etiqueta, {
    max: 200,
    patron: RUTA,
    mensaje: 'Escriba una ruta como data.usd.compra.',
    ayuda,
  })

/** The address of a pair's source, and what may be done with its prices. */
export const camposFuente = {
  nombre: texto('Nombre', { min: 2, max: 60, ayuda: 'Figura como autor: «Fuente …».' }),
  url: texto('Dirección', {
    max: 500,
    patron: /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/,
    mensaje: 'Escriba una dirección https completa.',
    ayuda: 'La da quien publica el precio: una que responde datos (JSON), no una página para leer.',
  }),
  ruta_compra: ruta(
    'Ruta de la compra',
    'Dónde está el número en lo que responde: data.usd.compra, rates[0].buy.',
  ),
  ruta_venta: ruta('Ruta de la venta', 'Puede ser la misma que la de la compra.'),
  factor_compra: tasa('Factor de la compra', { ayuda: 'Lo leído por este número es la compra.' }),
  factor_venta: tasa('Factor de la venta', { ayuda: 'Lo leído por este número es la venta.' }),
  minutos: entero('Minutos entre lecturas', { min: 1, max: 1440 }),
  salto_pct: monto('Salto máximo (%)', {
    decimales: 3,
    min: '0.1',
    max: '50',
    ayuda: 'Un cambio mayor solo se propone, con alerta.',
  }),
  modo: seleccion('Modo', MODOS),
  activa: booleano('Activa'),
}

const propuesta = z.object({
  id: z.int(),
  fuente: z.string(),
  compra: decimalText,
  venta: decimalText,
  salto: z.boolean(),
  creada_en: instante,
})
export type Propuesta = z.infer<typeof propuesta>

const fuente = z.object({
  par_id: z.int(),
  par: z.string(),
  pais_nombre: z.string(),
  imagen: z.string().nullable(),
  precision: z.int(),
  alerta_pct: decimalText,
  /** Prices in force. */
  par_compra: decimalText,
  par_venta: decimalText,
  nombre: z.string(),
  url: z.string(),
  ruta_compra: z.string(),
  ruta_venta: z.string(),
  factor_compra: decimalText,
  factor_venta: decimalText,
  minutos: z.int(),
  salto_pct: decimalText,
  modo: keyOf(MODOS),
  activa: z.boolean(),
  version: z.int(),
  proxima_en: instante,
  leida_en: instante.nullable(),
  /** The beginning of the last answer, unchanged. */
  respuesta: z.string().nullable(),
  /** The last prices that were read. */
  compra: decimalText.nullable(),
  venta: decimalText.nullable(),
  error: z.string().nullable(),
  /** Consecutive readings that yielded no price. */
  fallos: z.int(),
  propuesta: propuesta.nullable(),
})
export type Fuente = z.infer<typeof fuente>

const resuelta = guardado.extend({ recalculados: z.array(recalculado) })

export const contratoFuentes = {
  listar: endpoint({
    method: 'GET',
    path: '/pares-divisas/fuentes',
    acceso: 'pares-divisas:ver',
    resumen: 'Fuentes de precios, con su última lectura y lo que proponen',
    response: z.array(fuente),
  }),
  guardar: endpoint({
    method: 'PUT',
    path: '/pares-divisas/fuentes/:id',
    acceso: 'pares-divisas:publicar',
    resumen: 'Nombra la fuente de un par o cambia la que tiene',
    params: idParam,
    body: z.strictObject({ ...shape(camposFuente), version: z.int().optional() }),
    response: guardado,
  }),
  leer: endpoint({
    method: 'PUT',
    path: '/pares-divisas/fuentes/leer/:id',
    acceso: 'pares-divisas:publicar',
    resumen: 'Adelanta la próxima lectura de una fuente',
    params: idParam,
    response: guardado,
  }),
  aceptar: endpoint({
    method: 'PUT',
    path: '/pares-divisas/propuestas/aceptar/:id',
    acceso: 'pares-divisas:publicar',
    resumen: 'Publica lo que propone una fuente',
    params: idParam,
    body: z.strictObject({ confirmar: z.boolean({ error: 'Elija sí o no.' }).default(false) }),
    response: resuelta,
  }),
  descartar: endpoint({
    method: 'PUT',
    path: '/pares-divisas/propuestas/descartar/:id',
    acceso: 'pares-divisas:publicar',
    resumen: 'Descarta lo que propone una fuente',
    params: idParam,
    response: guardado,
  }),
} satisfies Contract
