import { z } from 'zod'
import { type Contract, decimalText, endpoint, guardado, idParam } from '../../../core/contract.ts'
import { referencia } from '../../../core/dinero/pagos.ts'
import {
  idSchema,
  montoSchema,
  opcional,
  seleccion,
  texto,
  textoMotivo,
} from '../../../core/fields.ts'
import { MOTIVOS_OBSERVACION } from '../rules.ts'
import { estado } from './partes.ts'
import { pagoDeOrden } from './saldos.ts'

/** Fields of the actions on an order. */
export const camposAccion = {
  referencia,
  referencia_pago: texto('Referencia', { max: 60 }),
  motivo: textoMotivo(),
  motivo_observacion: seleccion('Motivo', MOTIVOS_OBSERVACION),
  nota: opcional(texto('Nota', { max: 200 })),
}

const { motivo, nota } = camposAccion
const hecho = guardado.extend({ estado })
const cero = z.union([montoSchema, z.literal('0'), z.literal('0.00')], {
  error: 'Escriba un monto válido.',
})

/** The actions on an order: each is a PUT or POST with idempotent replay. */
export const acciones = {
  registrarCobro: endpoint({
    method: 'POST',
    path: '/ordenes/:id/cobros',
    acceso: 'ordenes:crear',
    resumen: 'Registra lo que el cliente pagó; lo que no necesita verificación entra al momento',
    params: idParam,
    body: pagoDeOrden,
    status: 201,
    dinero: true,
    response: hecho.extend({ cobro_id: z.int() }),
  }),
  verificar: endpoint({
    method: 'PUT',
    path: '/ordenes/:id/verificar',
    acceso: 'ordenes:cobrar',
    resumen: 'Da por recibido un cobro; el que completa lo acordado deja la orden pagada',
    params: idParam,
    body: z.strictObject({ cobro_id: idSchema, referencia: camposAccion.referencia.schema }),
    dinero: true,
    response: hecho,
  }),
  rechazar: endpoint({
    method: 'PUT',
    path: '/ordenes/:id/rechazar',
    acceso: 'ordenes:cobrar',
    resumen: 'Rechaza un cobro que no llegó',
    params: idParam,
    body: z.strictObject({ cobro_id: idSchema, motivo: motivo.schema }),
    dinero: true,
    response: hecho,
  }),
  recotizar: endpoint({
    method: 'PUT',
    path: '/ordenes/:id/recotizar',
    acceso: 'ordenes:crear',
    resumen: 'Pone la orden a la tasa vigente, o a otro monto, con lo que el cliente aceptó',
    params: idParam,
    body: z
      .strictObject({
        historico_id: idSchema,
        envia: montoSchema.nullable().default(null),
        recibe: montoSchema.nullable().default(null),
        mantener_tasa: z.boolean().default(false),
      })
      .refine(({ envia, recibe }) => (envia === null) !== (recibe === null), {
        message: 'Escriba lo que envía o lo que recibe, uno de los dos.',
        path: ['envia'],
      }),
    dinero: true,
    response: hecho.extend({ envia: decimalText, recibe: decimalText }),
  }),
  cambiarBeneficiario: endpoint({
    method: 'PUT',
    path: '/ordenes/:id/beneficiario',
    acceso: 'ordenes:crear',
    resumen: 'Toma de la agenda otro beneficiario, o los datos corregidos del mismo',
    params: idParam,
    body: z.strictObject({ beneficiario_id: idSchema, motivo: motivo.schema }),
    dinero: true,
    response: hecho,
  }),
  tomar: endpoint({
    method: 'PUT',
    path: '/ordenes/:id/tomar',
    acceso: 'ordenes:pagar',
    resumen: 'Toma una orden pagada para pagarla; nadie más puede desde entonces',
    params: idParam,
    /** `relevar`: takes it over from its present payer (needs ordenes:devolver). */
    body: z.strictObject({ relevar: z.boolean().default(false) }),
    dinero: true,
    response: hecho,
  }),
  soltar: endpoint({
    method: 'PUT',
    path: '/ordenes/:id/soltar',
    acceso: 'ordenes:pagar',
    resumen: 'Devuelve a la cola una orden tomada y sin pagos',
    params: idParam,
    body: z.strictObject({ nota: nota.schema }),
    dinero: true,
    response: hecho,
  }),
  pagar: endpoint({
    method: 'POST',
    path: '/ordenes/:id/pagos',
    acceso: 'ordenes:pagar',
    resumen: 'Registra un pago al beneficiario; el que completa lo acordado cierra la orden',
    params: idParam,
    body: z.strictObject({
      cuenta_id: idSchema,
      monto: montoSchema,
      referencia: camposAccion.referencia_pago.schema,
      /** What the bank charges us, in the currency of the account. */
      comision: cero.default('0'),
      comprobante_id: idSchema.nullable().default(null),
    }),
    status: 201,
    dinero: true,
    response: hecho.extend({ pago_id: z.int() }),
  }),
  rebotar: endpoint({
    method: 'PUT',
    path: '/ordenes/:id/rebotar',
    acceso: 'ordenes:devolver',
    resumen: 'Un pago rebotó: devuelve exactamente lo que movió y reabre la orden',
    params: idParam,
    body: z.strictObject({ pago_id: idSchema, motivo: motivo.schema }),
    dinero: true,
    response: hecho,
  }),
  observar: endpoint({
    method: 'PUT',
    path: '/ordenes/:id/observar',
    acceso: 'ordenes:observar',
    resumen: 'Marca una orden que espera por algo; su plazo se detiene',
    params: idParam,
    body: z.strictObject({
      motivo: camposAccion.motivo_observacion.schema,
      nota: camposAccion.nota.schema,
    }),
    dinero: true,
    response: hecho,
  }),
  resolver: endpoint({
    method: 'PUT',
    path: '/ordenes/:id/resolver',
    acceso: 'ordenes:observar',
    resumen: 'Quita la observación; el plazo sigue',
    params: idParam,
    body: z.strictObject({ nota: nota.schema }),
    dinero: true,
    response: hecho,
  }),
  anular: endpoint({
    method: 'PUT',
    path: '/ordenes/:id/anular',
    acceso: 'ordenes:anular',
    resumen: 'Anula; si el cliente ya pagó, con la cuenta de la que se le devuelve',
    params: idParam,
    body: z.strictObject({
      motivo: motivo.schema,
      cuenta_devolucion_id: idSchema.nullable().default(null),
    }),
    dinero: true,
    response: hecho,
  }),
} satisfies Contract
