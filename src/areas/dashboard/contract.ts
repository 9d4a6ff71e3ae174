import { z } from 'zod'
import type { Palabras } from '../../core/base.ts'
import { type Contract, decimalText, endpoint, instante, keyOf } from '../../core/contract.ts'
import { fila as operacion } from '../compras-ventas/contract.ts'
import { monedaBreve } from '../monedas/contract.ts'
import { ESTADOS_ORDEN, type EstadoOrden } from '../ordenes/contract.ts'
import { posicion } from '../posiciones/contract.ts'
import { ACTOS, type Prueba } from './rules/pruebas.ts'

/**
 * Today until now, compared with the same weekday a week ago until the same time; null where the house had not operated
 * by then.
 */
const comparado = z.object({ hoy: decimalText, antes: decimalText.nullable() })
export type Comparado = z.infer<typeof comparado>

const caja = z.object({
  id: z.int(),
  nombre: z.string(),
  moneda: monedaBreve,
  saldo: decimalText,
  alerta: z.enum(['bajo', 'alto']).nullable(),
})
export type Caja = z.infer<typeof caja>

const espera = z.object({
  id: z.int(),
  numero: z.string(),
  fecha: instante,
  cliente: z.string().nullable(),
  tipo_pago: z.string(),
  monto: decimalText,
  moneda: monedaBreve,
})
export type Espera = z.infer<typeof espera>

const porPagar = z.object({
  id: z.int(),
  numero: z.string(),
  cliente: z.string().nullable(),
  beneficiario: z.string(),
  metodo: z.string(),
  /** What is still to be paid, in the currency of the beneficiary. */
  falta: decimalText,
  moneda: monedaBreve,
  plazo: instante.nullable(),
  tarde: z.boolean(),
  /** This person has taken it. */
  suya: z.boolean(),
})
export type PorPagar = z.infer<typeof porPagar>

const cotizacion = z.object({
  clave: z.string(),
  /** `USD` for one of our prices in the functional currency, `PEN → VES` for a corridor. */
  titulo: z.string(),
  imagen: z.string().nullable(),
  /** One rate for a corridor; two for a price: compra and venta. */
  tasas: z.array(decimalText).min(1).max(2),
  precision: z.int(),
  desde: instante,
  rancia: z.boolean(),
  vencida: z.boolean(),
})
export type Cotizacion = z.infer<typeof cotizacion>

const dia = z.object({
  fecha: z.iso.date(),
  operaciones: z.int().optional(),
  ganancia: decimalText.optional(),
  margen: decimalText.optional(),
})
export type Dia = z.infer<typeof dia>

/** The steps to set up a new house, in order. */
export const PASOS = ['empresa', 'pagos', 'tasas', 'cuentas', 'usuarios', 'operacion'] as const
export type Paso = (typeof PASOS)[number]

/** One of the latest operations, of the counter or an order; its amount is what the client hands over or sends. */
const ultima = operacion.omit({ tipo: true, estado: true }).extend({
  origen: z.enum(['compras-ventas', 'ordenes']),
  tipo: keyOf<Palabras['compras_ventas.tipo'] | 'orden'>({
    compra: 1,
    venta: 1,
    canje: 1,
    orden: 1,
  }),
  estado: z.enum(Object.keys(ESTADOS_ORDEN) as [EstadoOrden, ...EstadoOrden[]]),
})
export type Ultima = z.infer<typeof ultima>

const inicio = z.object({
  fecha: z.iso.date(),
  /** True when the answer covers only the user's own operations, tills and queue. */
  propio: z.boolean(),
  /**
   * Counter operations plus orders paid by their clients, as far as the user may see them; separate counts if he sees
   * both.
   */
  operaciones: z
    .object({
      hoy: z.int(),
      antes: z.int().nullable(),
      mostrador: z.int().optional(),
      ordenes: z.int().optional(),
    })
    .optional(),
  ultimas: z.array(ultima).optional(),
  /** Open orders, and those completed today: all of them, or those that the user made or pays out. */
  ordenes: z
    .object({
      pendiente: z.int(),
      vencida: z.int(),
      pagada: z.int(),
      en_proceso: z.int(),
      completada: z.int(),
      /** How many of these are open beyond their term. */
      fuera_de_plazo: z.int(),
    })
    .optional(),
  /** Profit and cost, for users who may see them. */
  ganancia: comparado.optional(),
  margen: comparado.optional(),
  /** Whether a till is his, for whoever opens and counts one. */
  mi_caja: z.boolean().optional(),
  /** The user's own tills. */
  cajas: z.array(caja).optional(),
  /** Payments that wait in his tills or his operations. */
  espera: z.array(espera).optional(),
  /** What a payer pays next. */
  por_pagar: z.array(porPagar).optional(),
  /** Everything that the house holds, in the functional currency at today's prices. */
  total: z
    .object({ soles: decimalText, divisas: decimalText, sin_precio: z.array(z.string()) })
    .optional(),
  /** What the house owes its clients, valued the same way. */
  obligacion: decimalText.optional(),
  posiciones: z.array(posicion.extend({ dias_stock: z.number().nullable() })).optional(),
  tasas: z.array(cotizacion),
  /** Past days, the oldest first. */
  dias: z.array(dia).optional(),
  /** Completed steps of a new house; null when all are. */
  hechos: z.array(z.enum(PASOS)).nullable().optional(),
  /** What this user may try; in the demo alone. */
  pruebas: z.array(z.object({ clave: keyOf<Prueba>(ACTOS), hecho: z.boolean() })).optional(),
  /** When the last backup that was found good ended, for whoever looks after them; where the program makes them alone. */
  respaldo: instante.optional(),
})
export type Inicio = z.infer<typeof inicio>

export const contrato = {
  ver: endpoint({
    method: 'GET',
    path: '/dashboard',
    acceso: 'dashboard:ver',
    resumen: 'El inicio: cifras del día, cajas, tasas y lo último, según lo que el rol puede ver',
    response: inicio,
  }),
  dias: endpoint({
    method: 'GET',
    path: '/dashboard/dias',
    pesada: true,
    acceso: 'dashboard:ver',
    resumen: 'Lo que dejó cada día de los últimos tres meses, según lo que el rol puede ver',
    query: z.strictObject({ desde: z.iso.date(), hasta: z.iso.date() }),
    response: z.array(dia),
  }),
} satisfies Contract
