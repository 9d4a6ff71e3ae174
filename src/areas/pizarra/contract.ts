import { z } from 'zod'
import type { Palabras } from '../../core/base.ts'
import {
  type Contract,
  decimalText,
  endpoint,
  guardado,
  idParam,
  instante,
  keyOf,
  metodoCalculo,
} from '../../core/contract.ts'
import { idSchema, opcional, pais, seleccion, shape, texto } from '../../core/fields.ts'
import { monedaBreve } from '../monedas/contract.ts'

/** Rows of either half of the board: what can be read from five metres. */
export const MAX_FILAS = 12

export const TEMAS = {
  sistema: 'El del equipo',
  claro: 'Claro',
  oscuro: 'Oscuro',
} as const satisfies Record<Palabras['pizarra.tema'], string>

export const campos = {
  mercado: pais('Mercado de la tienda'),
  tema: seleccion('Colores', TEMAS),
  mensaje: opcional(
    texto('Mensaje', { max: 120, ayuda: 'Una línea al pie: horario, aviso, saludo.' }),
  ),
}

export const campoNombre = texto('Nombre', {
  min: 3,
  max: 60,
  ayuda: 'Dónde se verá: «Televisor de Lima Centro».',
})

const divisa = z.object({
  id: z.int(),
  base: monedaBreve,
  cotizacion: monedaBreve,
  /** Null while nobody confirms them: what may not be quoted is not shown. */
  compra: decimalText.nullable(),
  venta: decimalText.nullable(),
  precision: z.int(),
  actualizado_en: instante,
})
export type DivisaPizarra = z.infer<typeof divisa>

const corredor = z.object({
  id: z.int(),
  base: monedaBreve,
  cotizacion: monedaBreve,
  /** Only for this amount and more; null for any. */
  desde: decimalText.nullable(),
  tasa: decimalText.nullable(),
  precision: z.int(),
  metodo_calculo: metodoCalculo,
  vigente_desde: instante,
})
export type CorredorPizarra = z.infer<typeof corredor>

/** What hangs on the wall: public prices and nothing else. */
const pizarra = z.object({
  casa: z.string(),
  mercado: z.string(),
  tema: keyOf(TEMAS),
  mensaje: z.string().nullable(),
  divisas: z.array(divisa),
  corredores: z.array(corredor),
  /** The house's clock: a television's own is often wrong. */
  ahora: instante,
})
export type Pizarra = z.infer<typeof pizarra>

/** Something the board can show. */
const opcion = z.object({
  id: z.int(),
  nombre: z.string(),
  imagen: z.string().nullable(),
  activo: z.boolean(),
})
export type Opcion = z.infer<typeof opcion>

const mercado = z.object({
  id: z.string(),
  nombre: z.string(),
  pares: z.array(opcion),
  corredores: z.array(opcion),
})

const ajustes = z.object({
  mercado: z.string(),
  tema: keyOf(TEMAS),
  mensaje: z.string().nullable(),
  /** What is shown now, in order. */
  pares: z.array(z.int()),
  corredores: z.array(z.int()),
  mercados: z.array(mercado),
  version: z.int(),
})
export type AjustesPizarra = z.infer<typeof ajustes>

const enlace = z.object({
  id: z.int(),
  nombre: z.string(),
  creado_en: instante,
  creado_por: z.string(),
  usado_en: instante.nullable(),
  revocado_en: instante.nullable(),
  revocado_por: z.string().nullable(),
})
export type EnlacePizarra = z.infer<typeof enlace>

const elegidos = (que: string) =>
  z
    .array(idSchema, { error: `Envíe la lista de ${que}.` })
    .max(MAX_FILAS, `Elija como máximo ${MAX_FILAS} ${que}.`)
    .refine((ids) => new Set(ids).size === ids.length, {
      error: `Uno de los ${que} aparece dos veces.`,
    })

export const contrato = {
  ver: endpoint({
    method: 'GET',
    path: '/pizarra',
    acceso: 'pizarra:ver',
    resumen: 'Las tasas que muestra la pizarra de la tienda',
    response: pizarra,
  }),
  /** `x-token` carries the link's key, which no other call knows. */
  publica: endpoint({
    method: 'GET',
    path: '/pizarra/publica',
    acceso: 'publico',
    resumen: 'La pizarra, por un enlace de solo lectura',
    response: pizarra,
  }),
  ajustes: endpoint({
    method: 'GET',
    path: '/pizarra/ajustes',
    acceso: 'pizarra:administrar',
    resumen: 'Lo que la pizarra muestra y puede mostrar',
    response: ajustes,
  }),
  editar: endpoint({
    method: 'PUT',
    path: '/pizarra/ajustes',
    acceso: 'pizarra:administrar',
    resumen: 'Elige lo que muestra la pizarra',
    body: z.strictObject({
      ...shape(campos),
      pares: elegidos('pares'),
      corredores: elegidos('envíos'),
      version: z.int(),
    }),
    response: guardado,
  }),
  enlaces: endpoint({
    method: 'GET',
    path: '/pizarra/enlaces',
    acceso: 'pizarra:administrar',
    resumen: 'Enlaces de solo lectura de la pizarra',
    response: z.array(enlace),
  }),
  crearEnlace: endpoint({
    method: 'POST',
    path: '/pizarra/enlaces',
    acceso: 'pizarra:administrar',
    resumen: 'Crea un enlace de solo lectura; su clave se responde esta única vez',
    body: z.strictObject({ nombre: campoNombre.schema }),
    response: guardado.extend({ clave: z.string() }),
    status: 201,
  }),
  revocar: endpoint({
    method: 'PUT',
    path: '/pizarra/enlaces/revocar/:id',
    acceso: 'pizarra:administrar',
    resumen: 'Revoca un enlace: sus pantallas se apagan en el acto',
    params: idParam,
    response: guardado,
  }),
} satisfies Contract
