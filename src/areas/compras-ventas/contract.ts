import { z } from 'zod'
import type { Palabras } from '../../core/base.ts'
import {
  apunte,
  type Contract,
  decimalText,
  deSucursal,
  empresa,
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
  metodoCalculo,
  pagina,
} from '../../core/contract.ts'
import { conteo } from '../../core/dinero/pagos.ts'
import { comprobante } from '../../core/documento/comprobante.ts'
import { declaracion, fichaDeDocumento } from '../../core/documento/declaracion.ts'
import { marca } from '../../core/documento/logo.ts'
import { monedaSigno } from '../monedas/contract.ts'
import { autorizaciones } from './contract/autorizaciones.ts'
import { comprobantes } from './contract/comprobantes.ts'
import { cotizar, esUnMonto, NO_ES_UN_MONTO, terminos } from './contract/cotizar.ts'
import { ESTADOS, type Estado, estado } from './contract/estados.ts'
import { opciones, tipo } from './contract/opciones.ts'
import { papeles } from './contract/papeles.ts'
import { pendientes } from './contract/pendientes.ts'
import { campos, linea } from './contract/registro.ts'
import { tickets } from './contract/tickets.ts'

export { campos, ESTADOS, type Estado }

/** Body of a registration. */
export const registro = z
  .strictObject({
    ...linea,
    cliente_id: terminos.cliente_id,
    /** Origin and destination of the funds; required from the declaration threshold on. */
    declaracion: declaracion.nullable().default(null),
    confirmo_duplicado: z.boolean().default(false),
  })
  .refine(esUnMonto, NO_ES_UN_MONTO)
export type Registro = z.input<typeof registro>

export const fila = z.object({
  id: z.int(),
  numero: z.string(),
  fecha: instante,
  tipo,
  estado,
  cliente: z.string().nullable(),
  divisa_id: z.int(),
  monto: decimalText,
  contramoneda_id: z.int(),
  contravalor: decimalText,
  tasa: decimalText,
  precision: z.int(),
  cajero: z.string(),
  ...deSucursal,
  /** Only for users who may see it. */
  ganancia: decimalText.optional(),
})
export type Fila = z.infer<typeof fila>

export const LADOS = {
  recibimos: 'Recibimos',
  entregamos: 'Entregamos',
} as const satisfies Record<Palabras['compras_ventas_pagos.lado'], string>
export const ESTADOS_PAGO = {
  verificado: 'Verificado',
  por_verificar: 'Por verificar',
  sustituido: 'Se pagó de otro modo',
  perdido: 'Perdido',
  anulado: 'Anulado',
} as const satisfies Record<Palabras['compras_ventas_pagos.estado'], string>

/** What a lost line is called whose charge is the house's rounding. */
export const REDONDEO = 'Redondeo'

const pagoDetalle = z.object({
  id: z.int(),
  lado: keyOf(LADOS),
  tipo_pago: z.string(),
  cuenta_id: z.int(),
  cuenta: z.string(),
  /** The account's bank or wallet. */
  marca: marca.nullable(),
  moneda_id: z.int(),
  /** What changes hands, with the fee. */
  monto: decimalText,
  /** The fee in it (received), or what was kept of it (delivered). */
  tarifa: decimalText,
  referencia: z.string().nullable(),
  estado: keyOf(ESTADOS_PAGO),
  /** Why it was changed or lost; null for what was registered with the operation. */
  motivo: z.string().nullable(),
  cargo: z.string().nullable(),
  efectivo: z.boolean(),
  /** True when the user may use its account: a cash payment is confirmed by the cashier of its till. */
  suya: z.boolean(),
  /** Who confirms it in this user's place, where two people are needed; empty when he may himself. */
  otros: z.array(z.string()),
  pide_comprobante: z.boolean(),
  comprobantes: z.array(comprobante),
  /** The cash that was handed over, and what was given back of it at once; null without change. */
  recibido: decimalText.nullable(),
  vuelto: decimalText.nullable(),
  denominaciones: z.array(z.object({ ...conteo, valor: decimalText })).nullable(),
})
export type PagoDetalle = z.infer<typeof pagoDetalle>

const detalle = fila.extend({
  cliente_id: z.int().nullable(),
  cliente_documento: z.string().nullable(),
  /** The ticket that it is part of, and the others of it. */
  ticket: z
    .object({
      id: z.int(),
      numero: z.string(),
      otras: z.array(z.object({ id: z.int(), numero: z.string() })),
    })
    .nullable(),
  ficha: fichaDeDocumento.nullable(),
  divisa: monedaSigno,
  contramoneda: monedaSigno,
  metodo_calculo: metodoCalculo,
  historico_id: z.int(),
  tasa_mantenida: z.boolean(),
  /** Who approved a rate outside the cashier's range. */
  autorizacion: z.object({ por: z.string(), motivo: z.string() }).nullable(),
  servicio: decimalText,
  /** The fees of its payments. */
  tarifa: decimalText,
  redondeo: decimalText,
  observacion: z.string().nullable(),
  motivo: z.string().nullable(),
  pagos: z.array(pagoDetalle),
  impresiones: z.int(),
  /** Null without a declaration; its paper has a call of its own. */
  declaracion: z.object({ origen: z.string(), destino: z.string() }).nullable(),
  impresiones_declaracion: z.int(),
  /** The house's data for the ticket. */
  empresa,
  /** The code by which its papers are checked. */
  codigo: z.string(),
  anulada_en: instante.nullable(),
  anulada_por: z.string().nullable(),
  motivo_anulacion: z.string().nullable(),
  historial,
  version: z.int(),
  costo: decimalText.nullable().optional(),
  /** What its payments cost the house, as far as they are confirmed. */
  gastos: decimalText.optional(),
  margen: decimalText.nullable().optional(),
  apuntes: z.array(apunte).optional(),
})
export type Detalle = z.infer<typeof detalle>

/** Filters of the list, also used for its totals. */
const filtros = {
  ...filtrosLista,
  ...filtroSucursal,
  tipo: tipo.optional(),
  estado: estado.optional(),
  divisa_id: idQuery('La moneda no es válida.', 9),
  cliente_id: idQuery('El cliente no es válido.'),
  ticket_id: idQuery('El ticket no es válido.'),
  /** The user who registered it. */
  usuario_id: idQuery('El usuario no es válido.', 9),
}

const total = z.object({
  divisa_id: z.int(),
  comprado: decimalText,
  vendido: decimalText,
  /** Weighted average rates, in the functional currency per unit; null without operations. */
  promedio_compra: decimalText.nullable(),
  promedio_venta: decimalText.nullable(),
  operaciones: z.int(),
  ganancia: decimalText.optional(),
})

const accion = guardado.extend({ estado })

export const contrato = {
  listar: endpoint({
    method: 'GET',
    path: '/compras-ventas',
    acceso: 'compras-ventas:ver',
    replica: 'archivo',
    resumen: 'Compras y ventas, las más recientes primero',
    ...listado(filtros, ['numero', 'monto', 'contravalor', 'ganancia']),
    response: pagina(fila),
  }),
  totales: endpoint({
    method: 'GET',
    path: '/compras-ventas/totales',
    acceso: 'compras-ventas:ver',
    resumen: 'Totales por divisa de lo filtrado, sin las anuladas',
    query: z.strictObject(filtros),
    response: z.array(total),
  }),
  obtener: endpoint({
    method: 'GET',
    path: '/compras-ventas/:id',
    acceso: 'compras-ventas:ver',
    resumen: 'Una operación con sus pagos, su asiento y su historial',
    params: idParam,
    response: detalle,
  }),
  opciones: endpoint({
    method: 'GET',
    path: '/compras-ventas/opciones',
    acceso: 'compras-ventas:crear',
    resumen: 'Lo que el mostrador necesita: tasas, cuentas, tipos de pago y reglas del operador',
    response: opciones,
  }),
  crear: endpoint({
    method: 'POST',
    path: '/compras-ventas',
    acceso: 'compras-ventas:crear',
    resumen: 'Registra una compra, venta o canje',
    body: registro,
    status: 201,
    dinero: true,
    response: guardado.extend({
      numero: z.string(),
      estado,
      monto: decimalText,
      contravalor: decimalText,
    }),
  }),
  anular: endpoint({
    method: 'PUT',
    path: '/compras-ventas/:id/anular',
    acceso: 'compras-ventas:anular',
    resumen: 'Anula: devuelve exactamente lo que se movió',
    params: idParam,
    body: z.strictObject({ motivo: campos.motivo_anulacion.schema }),
    dinero: true,
    response: accion,
  }),
  ...cotizar,
  ...pendientes,
  ...papeles,
  ...comprobantes,
  ...autorizaciones,
  ...tickets,
} satisfies Contract
