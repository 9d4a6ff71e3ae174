import { z } from 'zod'
import {
  apunte,
  type Contract,
  deColumna,
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
  impreso,
  instante,
  listado,
  pagina,
} from '../../core/contract.ts'
import { comprobante } from '../../core/documento/comprobante.ts'
import { comprobantes } from './contract/comprobantes.ts'
import { cuenta, opciones } from './contract/opciones.ts'
import { ordenes } from './contract/ordenes.ts'
import {
  campos,
  concepto,
  conteo,
  estado,
  metodo,
  recepcion,
  registro,
  resolucion,
  tipo,
} from './contract/registro.ts'

const fila = z.object({
  id: z.int(),
  numero: z.string(),
  fecha: instante,
  tipo,
  estado,
  origen: z.string(),
  /** Name of the account or of the third party. */
  destino: z.string(),
  moneda_id: z.int(),
  monto: decimalText,
  moneda_destino_id: z.int().nullable(),
  recibido: decimalText.nullable(),
  tasa: decimalText.nullable(),
  metodo_calculo: metodo.nullable(),
  comision_origen: decimalText,
  comision_destino: decimalText,
  usuario: z.string(),
  ...deSucursal,
})
export type Fila = z.infer<typeof fila>

const moneda = cuenta.shape.moneda

const detalle = fila.extend({
  origen_id: z.int(),
  destino_id: z.int().nullable(),
  responsable_destino: z.string().nullable(),
  moneda,
  moneda_destino: moneda.nullable(),
  desvio_pct: decimalText.nullable(),
  concepto: concepto.nullable(),
  tercero_doc: z.string().nullable(),
  referencia: z.string().nullable(),
  motivo: z.string().nullable(),
  /** Who carries it to another branch; null where nobody does. */
  portador: z.string().nullable(),
  contado: decimalText.nullable(),
  denominaciones: z.array(conteo.extend({ valor: decimalText, cantidad: z.int() })).nullable(),
  cargo: deColumna<'transferencias.cargo'>({ casa: 1, personal: 1 }).nullable(),
  cargo_usuario: z.string().nullable(),
  nota: z.string().nullable(),
  resuelta_en: instante.nullable(),
  resuelta_por: z.string().nullable(),
  anulada_en: instante.nullable(),
  anulada_por: z.string().nullable(),
  motivo_anulacion: z.string().nullable(),
  /** A shortage (above zero) or surplus that waits for somebody to say who bears it; null where nothing waits. */
  diferencia: decimalText.nullable(),
  diferencia_resuelta_por: z.string().nullable(),
  diferencia_nota: z.string().nullable(),
  /** Who could bear a shortage: its sender, its carrier and its receiver; who did two of these is named once. */
  partes: z.array(
    z.object({ id: z.int(), nombre: z.string(), hizo: z.enum(['envio', 'llevo', 'recibio']) }),
  ),
  /** Whether this user may say who bears the difference. */
  resuelve: z.boolean(),
  /** Whether this user may receive or reject it. */
  recibe: z.boolean(),
  piezas: opciones.shape.piezas,
  comprobantes: z.array(comprobante),
  impresiones: z.int(),
  empresa,
  historial,
  version: z.int(),
  /** In the functional currency; only for users who may see cost. */
  costo: decimalText.optional(),
  gasto: decimalText.optional(),
  ganancia: decimalText.optional(),
  apuntes: z.array(apunte).optional(),
})
export type Detalle = z.infer<typeof detalle>

/** Filters of the list, shared with its totals. */
const filtros = {
  ...filtrosLista,
  ...filtroSucursal,
  tipo: tipo.optional(),
  estado: estado.optional(),
  /** The account is its origin or its destination. */
  cuenta_id: idQuery('La cuenta no es válida.'),
  moneda_id: idQuery('La moneda no es válida.', 9),
  usuario_id: idQuery('El usuario no es válido.', 9),
  /** `1`: in transit to an account of the user who asks. */
  por_recibir: z.literal('1', { error: 'Ese filtro no existe.' }).optional(),
  /** `1`: received with a difference that nobody has borne yet. */
  por_resolver: z.literal('1', { error: 'Ese filtro no existe.' }).optional(),
}

const total = z.object({
  moneda_id: z.int(),
  sale: decimalText,
  entra: decimalText,
  comisiones: decimalText,
  en_camino: decimalText,
  transferencias: z.int(),
})

const accion = guardado.extend({ estado })

export const contrato = {
  listar: endpoint({
    method: 'GET',
    path: '/transferencias',
    acceso: 'transferencias:ver',
    resumen: 'Transferencias, las más recientes primero',
    ...listado(filtros, ['numero', 'monto']),
    response: pagina(fila),
  }),
  totales: endpoint({
    method: 'GET',
    path: '/transferencias/totales',
    acceso: 'transferencias:ver',
    resumen: 'Totales por moneda de lo filtrado, sin las anuladas ni las rechazadas',
    query: z.strictObject(filtros),
    response: z.array(total),
  }),
  obtener: endpoint({
    method: 'GET',
    path: '/transferencias/:id',
    acceso: 'transferencias:ver',
    resumen: 'Una transferencia con su asiento, sus comprobantes y su historial',
    params: idParam,
    response: detalle,
  }),
  opciones: endpoint({
    method: 'GET',
    path: '/transferencias/opciones',
    acceso: 'transferencias:crear',
    resumen: 'Lo que el formulario necesita: cuentas con su saldo, límites y comisiones',
    response: opciones,
  }),
  mercado: endpoint({
    method: 'GET',
    path: '/transferencias/mercado/:de/:a',
    acceso: 'transferencias:crear',
    resumen: 'Lo que cuesta en el mercado una unidad de una moneda en otra',
    params: z.strictObject({ de: idParam.shape.id, a: idParam.shape.id }),
    response: z.object({ compra: decimalText.nullable(), venta: decimalText.nullable() }),
  }),
  crear: endpoint({
    method: 'POST',
    path: '/transferencias',
    acceso: 'transferencias:crear',
    resumen: 'Registra una transferencia interna, una conversión o un envío a tercero',
    body: registro,
    status: 201,
    dinero: true,
    response: guardado.extend({
      numero: z.string(),
      estado,
      monto: decimalText,
      recibido: decimalText.nullable(),
    }),
  }),
  recibir: endpoint({
    method: 'PUT',
    path: '/transferencias/:id/recibir',
    acceso: 'transferencias:recibir',
    resumen: 'Da por recibido lo que se contó; lo que falte o sobre queda registrado',
    params: idParam,
    body: recepcion,
    dinero: true,
    response: accion,
  }),
  resolver: endpoint({
    method: 'PUT',
    path: '/transferencias/:id/resolver',
    acceso: 'transferencias:resolver',
    resumen: 'Dice quién responde por una diferencia en tránsito; ni quien envió ni quien recibió',
    params: idParam,
    body: resolucion,
    dinero: true,
    response: accion,
  }),
  rechazar: endpoint({
    method: 'PUT',
    path: '/transferencias/:id/rechazar',
    acceso: 'transferencias:recibir',
    resumen: 'Devuelve a su cuenta lo que está en camino',
    params: idParam,
    body: z.strictObject({ motivo: campos.rechazo.schema }),
    dinero: true,
    response: accion,
  }),
  anular: endpoint({
    method: 'PUT',
    path: '/transferencias/:id/anular',
    acceso: 'transferencias:anular',
    resumen: 'Anula: devuelve exactamente lo que se movió',
    params: idParam,
    body: z.strictObject({ motivo: campos.motivo_anulacion.schema }),
    dinero: true,
    response: accion,
  }),
  imprimir: endpoint({
    method: 'POST',
    path: '/transferencias/:id/imprimir',
    acceso: 'transferencias:ver',
    resumen: 'Cuenta una impresión: la segunda lleva la marca COPIA',
    params: idParam,
    response: impreso,
  }),
  ...comprobantes,
  ...ordenes,
} satisfies Contract
