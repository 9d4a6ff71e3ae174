import { z } from 'zod'
import {
  type Contract,
  deColumna,
  decimalText,
  deSucursal,
  empresa,
  endpoint,
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
import { SEGMENTOS } from '../../core/dinero/tramos.ts'
import { fichaDeDocumento } from '../../core/documento/declaracion.ts'
import { idSchema, montoSchema, opcional, texto } from '../../core/fields.ts'
import { textoPlano } from '../../core/texto/texto.ts'
import { acciones } from './contract/acciones.ts'
import { comprobantes } from './contract/comprobantes.ts'
import { columna, cotizacion, filtros, propuesta } from './contract/consultas.ts'
import { opciones } from './contract/opciones.ts'
import { papeles } from './contract/papeles.ts'
import {
  accion,
  apunte,
  beneficiario,
  cobro,
  divisa,
  estado,
  pagoHecho,
  paso,
} from './contract/partes.ts'
import { pagoDeOrden, saldoFavor, saldos, saldoUsable } from './contract/saldos.ts'
import { ESTADOS, MOTIVOS_OBSERVACION } from './rules.ts'

/** The states of an order, for areas that list orders among other documents. */
export const ESTADOS_ORDEN = ESTADOS
export type EstadoOrden = keyof typeof ESTADOS_ORDEN

export const campos = {
  observacion: opcional(texto('Observación', { max: 200 })),
}

const funds = textoPlano(3, 200)

/**
 * Body of a new order: one of the two amounts, the rate that the user saw, the beneficiary, and payments made already.
 */
export const registro = z
  .strictObject({
    cliente_id: idSchema,
    beneficiario_id: idSchema,
    historico_id: idSchema,
    envia: montoSchema.nullable().default(null),
    recibe: montoSchema.nullable().default(null),
    /** Keeps a rate that was closed meanwhile, within its lock. */
    mantener_tasa: z.boolean().default(false),
    /** Empty: the client pays later, before the quote expires. */
    cobros: z.array(pagoDeOrden).max(10, 'Son demasiados cobros.').default([]),
    /** The agent who brought the client; without it, the client's own agent. */
    agente_id: idSchema.nullable().default(null),
    observacion: campos.observacion.schema,
    /** Origin and destination of the funds, required from the threshold of the declaration. */
    declaracion: z.strictObject({ origen: funds, destino: funds }).nullable().default(null),
    confirmo_duplicado: z.boolean().default(false),
  })
  .refine(({ envia, recibe }) => (envia === null) !== (recibe === null), {
    message: 'Escriba lo que envía o lo que recibe, uno de los dos.',
    path: ['envia'],
  })
export type RegistroOrden = z.input<typeof registro>

const motivoObservacion = keyOf(MOTIVOS_OBSERVACION)

const fila = z.object({
  id: z.int(),
  numero: z.string(),
  fecha: instante,
  estado,
  /** Start of the present state. */
  estado_desde: instante,
  /** Why the order is observed; null when it is not. Its term does not run meanwhile. */
  observada: motivoObservacion.nullable(),
  observada_nota: z.string().nullable(),
  observada_desde: instante.nullable(),
  /** End of the term of an order that waits for its payout; null while observed and in every other state. */
  plazo_en: instante.nullable(),
  /** End of the quote of an order that waits for the client's payment. */
  vence_en: instante,
  /** When an expired, unpaid order is annulled automatically; null when it is not. */
  anula_en: instante.nullable(),
  cliente_id: z.int(),
  cliente: z.string(),
  beneficiario_id: z.int(),
  beneficiario: z.string(),
  metodo: z.string(),
  pais: z.string(),
  pais_destino: z.string(),
  envia_moneda_id: z.int(),
  envia: decimalText,
  recibe_moneda_id: z.int(),
  recibe: decimalText,
  /** Amounts paid out, and payments of the client that are verified. */
  pagado: decimalText,
  cobrado: decimalText,
  cobros_por_verificar: z.int(),
  tasa: decimalText,
  precision: z.int(),
  pagador_id: z.int().nullable(),
  pagador: z.string().nullable(),
  /** The user who registered it. */
  usuario_id: z.int(),
  cajero: z.string(),
  ...deSucursal,
  observacion: z.string().nullable(),
  version: z.int(),
  /** Only with the permission: what the rate earned against cost, and the realised profit. */
  margen: decimalText.nullable().optional(),
  ganancia: decimalText.optional(),
})
export type FilaOrden = z.infer<typeof fila>

const detalle = fila.extend({
  cliente_documento: z.string(),
  ficha: fichaDeDocumento,
  cliente_celular: z.string(),
  envia_moneda: divisa,
  recibe_moneda: divisa,
  pais_destino_nombre: z.string(),
  beneficiario_datos: beneficiario,
  /** The bank of the order's beneficiary with its present state; null without a bank. */
  banco: z
    .object({
      nombre: z.string(),
      logo: z.string().nullable(),
      servicio: deColumna<'entidades_financieras.servicio'>({
        operativo: 1,
        intermitente: 1,
        caido: 1,
      }),
    })
    .nullable(),
  metodo_calculo: metodoCalculo,
  historico_id: z.int(),
  segmento: keyOf(SEGMENTOS),
  tasa_mantenida: z.boolean(),
  /** The open rate of the same corridor, for requoting; null when there is none. */
  tasa_actual: z
    .object({ historico_id: z.int(), tasa: decimalText, precision: z.int() })
    .nullable(),
  monto_usd: decimalText.nullable(),
  agente: z.string().nullable(),
  pagada_en: instante.nullable(),
  completada_en: instante.nullable(),
  anulada_en: instante.nullable(),
  anulada_por: z.string().nullable(),
  motivo_anulacion: z.string().nullable(),
  /** Rounding to the smallest coin, borne by the house. */
  redondeo: decimalText,
  /** The fees of its confirmed payments, on top of what it sends. */
  tarifa: decimalText,
  cobros: z.array(cobro),
  pagos: z.array(pagoHecho),
  /** What the client paid too much. */
  saldos: z.array(saldoFavor),
  /** Credits of its client with which it may be paid now. */
  saldos_usables: z.array(saldoUsable),
  pasos: z.array(paso),
  /** Actions that this user may take now: the buttons of the page. */
  acciones: z.array(accion),
  /** True when annulling it returns money, which needs an account to pay from. */
  con_devolucion: z.boolean(),
  declaracion: z.object({ origen: z.string(), destino: z.string() }).nullable(),
  /** Message for the client, ready to send. */
  mensaje: z.string(),
  impresiones: z.int(),
  impresiones_declaracion: z.int(),
  empresa,
  /** The code by which its papers are checked. */
  codigo: z.string(),
  historial,
  /** In the functional currency; only for users who may see cost. */
  valor: decimalText.nullable().optional(),
  costo: decimalText.optional(),
  gastos: decimalText.optional(),
  apuntes: z.array(apunte).optional(),
})
export type DetalleOrden = z.infer<typeof detalle>

export const contrato = {
  listar: endpoint({
    method: 'GET',
    path: '/ordenes',
    acceso: 'ordenes:ver',
    replica: 'archivo',
    resumen: 'Órdenes, las más recientes primero',
    ...listado(filtros, ['numero', 'beneficiario', 'envia', 'recibe', 'ganancia']),
    response: pagina(fila),
  }),
  resumen: endpoint({
    method: 'GET',
    path: '/ordenes/resumen',
    acceso: 'ordenes:ver',
    resumen: 'Cuántas y cuánto por estado de lo filtrado, por moneda',
    query: z.strictObject(filtros),
    response: z.array(columna),
  }),
  obtener: endpoint({
    method: 'GET',
    path: '/ordenes/:id',
    acceso: 'ordenes:ver',
    resumen: 'Una orden con sus cobros, pagos, pasos y asientos',
    params: idParam,
    response: detalle,
  }),
  opciones: endpoint({
    method: 'GET',
    path: '/ordenes/opciones',
    acceso: 'ordenes:crear',
    resumen: 'Lo que el formulario necesita: corredores, fondos, cuentas y tipos de pago',
    response: opciones,
  }),
  cotizar: endpoint({
    method: 'GET',
    path: '/ordenes/cotizar',
    acceso: 'ordenes:crear',
    resumen: 'Ambos montos de un corredor a la tasa vigente de ese monto',
    query: z.strictObject({
      pais: z.string().regex(/^[a-z]{2,3}$/, 'El país no es válido.'),
      base_id: idQuery('La moneda no es válida.', 9).unwrap(),
      cotizacion_id: idQuery('La moneda no es válida.', 9).unwrap(),
      envia: montoSchema.optional(),
      recibe: montoSchema.optional(),
      /** Whose segment reigns. */
      cliente_id: idQuery('El cliente no es válido.'),
    }),
    response: cotizacion,
  }),
  crear: endpoint({
    method: 'POST',
    path: '/ordenes',
    acceso: 'ordenes:crear',
    resumen: 'Registra una orden, con lo que el cliente ya pagó',
    body: registro,
    status: 201,
    dinero: true,
    response: guardado.extend({
      numero: z.string(),
      estado,
      envia: decimalText,
      recibe: decimalText,
      vence_en: instante,
    }),
  }),
  propuesta: endpoint({
    method: 'GET',
    path: '/ordenes/:id/propuesta',
    acceso: 'ordenes:pagar',
    resumen: 'Cómo repartir lo que falta pagar entre las cuentas, por sus saldos y límites',
    params: idParam,
    response: propuesta,
  }),
  ...acciones,
  ...comprobantes,
  ...papeles,
  ...saldos,
} satisfies Contract
