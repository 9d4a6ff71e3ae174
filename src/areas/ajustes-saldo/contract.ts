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
import {
  decimalSchema,
  idSchema,
  montoSchema,
  tasaSchema,
  texto,
  textoMotivo,
} from '../../core/fields.ts'
import { monedaSigno as moneda } from '../monedas/contract.ts'
import { MOTIVOS } from './rules.ts'

const MAYOR = '99999999999999999999999999999'
/** A balance as somebody saw it: below zero, too. */
const saldoSchema = decimalSchema({ decimales: 8, min: `-${MAYOR}`, max: MAYOR })

export const ESTADOS = {
  pendiente: 'Por aprobar',
  aplicado: 'Aplicado',
  rechazado: 'Rechazado',
} as const satisfies Record<Palabras['ajustes_saldo.estado'], string>
export type Estado = keyof typeof ESTADOS

const motivo = keyOf(MOTIVOS, 'Elija un motivo de la lista.')
const estado = keyOf(ESTADOS, 'Elija un estado de la lista.')

export const campos = {
  observacion: texto('Observación', {
    min: 10,
    max: 500,
    lineas: 2,
    ayuda: 'Qué pasó y cómo se supo.',
  }),
  nota: textoMotivo('Nota'),
}

/** Body of a request: an amount, or a count together with the balance that was on screen when it was typed. */
const propuesta = z
  .strictObject({
    cuenta_id: idSchema,
    motivo,
    /** Direction of a correction, the only reason that can go either way. */
    sentido: z
      .enum(['entra', 'sale'], { error: 'Elija si entra o sale.' })
      .nullable()
      .default(null),
    monto: montoSchema.nullable().default(null),
    contado: decimalSchema({ decimales: 8 }).nullable().default(null),
    saldo_visto: saldoSchema.nullable().default(null),
    tasa_costo: tasaSchema.nullable().default(null),
    /** The user who is charged with a shortage. */
    cargo_usuario_id: idSchema
      .max(2 ** 31 - 1, 'Elija una opción.')
      .nullable()
      .default(null),
    observacion: campos.observacion.schema,
    /** Id that `subirAdjunto` returned. */
    adjunto_id: idSchema.nullable().default(null),
  })
  .refine(({ monto, contado }) => (monto === null) !== (contado === null), {
    message: 'Escriba el monto o el saldo contado, uno de los dos.',
    path: ['monto'],
  })
  .refine(({ contado, saldo_visto }) => contado === null || saldo_visto !== null, {
    message: 'Falta el saldo con el que se comparó.',
    path: ['saldo_visto'],
  })
export type Propuesta = z.input<typeof propuesta>

const documento = z.object({ id: z.int(), numero: z.string() })

const fila = z.object({
  id: z.int(),
  numero: z.string(),
  fecha: instante,
  cuenta_id: z.int(),
  cuenta: z.string(),
  moneda,
  motivo,
  importe: decimalText,
  /** Value at cost, in the functional currency; only for users who may see cost. */
  valor: decimalText.optional(),
  observacion: z.string(),
  estado,
  solicitante: z.string(),
  resuelto_por: z.string().nullable(),
  ...deSucursal,
})
export type Fila = z.infer<typeof fila>

const detalle = fila.extend({
  contado: decimalText.nullable(),
  saldo_visto: decimalText,
  /** What the account holds now, and how many movements it had since the request. */
  saldo_actual: decimalText,
  movimientos: z.int(),
  tasa_costo: decimalText.nullable().optional(),
  cargo: z.string().nullable(),
  resuelto_en: instante.nullable(),
  nota: z.string().nullable(),
  /** True when the user who reads it made the request. */
  propio: z.boolean(),
  /** While it is pending: the other users who may approve it. */
  aprueban: z.array(z.string()),
  revierte: documento.nullable(),
  revertido_por: documento.nullable(),
  adjuntos: z.array(adjunto),
  funcional: moneda,
  apuntes: z.array(apunte).optional(),
  historial,
  version: z.int(),
})
export type Detalle = z.infer<typeof detalle>

const cuentaOpcion = z.object({
  id: z.int(),
  nombre: z.string(),
  moneda: moneda.extend({ funcional: z.boolean() }),
  saldo: decimalText,
  minimo: decimalText.nullable(),
  /** How much of the currency the house holds, and its cost; only for users who may see cost. */
  posicion: z.object({ cantidad: decimalText, costo: decimalText }).nullable(),
  /** True when the house holds none of the currency: there is no average cost to value it at. */
  sin_posicion: z.boolean(),
  precio: decimalText.nullable(),
})
export type CuentaOpcion = z.infer<typeof cuentaOpcion>

const filtros = {
  ...filtrosLista,
  ...filtroSucursal,
  motivo: motivo.optional(),
  estado: estado.optional(),
  cuenta_id: idQuery('La cuenta no es válida.'),
}

const ruta = '/cuentas/ajustar-saldo'
const hecho = guardado.extend({ estado })
const creado = guardado.extend({ numero: z.string(), estado })

export const contrato = {
  listar: endpoint({
    method: 'GET',
    path: ruta,
    acceso: 'cuentas:ver',
    resumen: 'Ajustes de saldo, los más recientes primero',
    ...listado(filtros, ['numero', 'importe']),
    response: pagina(fila),
  }),
  totales: endpoint({
    method: 'GET',
    path: `${ruta}/totales`,
    acceso: 'cuentas:ver',
    resumen: 'Entradas y salidas por moneda de los ajustes aplicados que quedan filtrados',
    query: z.strictObject(filtros),
    response: z.array(
      z.object({
        moneda,
        entra: decimalText,
        sale: decimalText,
        ajustes: z.int(),
        pendientes: z.int(),
      }),
    ),
  }),
  opciones: endpoint({
    method: 'GET',
    path: `${ruta}/opciones`,
    acceso: 'cuentas:ajustar',
    resumen:
      'Lo que el formulario necesita: cuentas con su saldo, personas y el límite sin aprobación',
    response: z.object({
      /** What a user may apply alone in one day, and how much of it is used, in the functional currency. */
      limite: decimalText,
      usado: decimalText,
      cuentas: z.array(cuentaOpcion),
      personas: z.array(z.object({ id: z.int(), nombre: z.string() })),
    }),
  }),
  obtener: endpoint({
    method: 'GET',
    path: `${ruta}/:id`,
    acceso: 'cuentas:ver',
    resumen: 'Un ajuste con su asiento y su historial',
    params: idParam,
    response: detalle,
  }),
  crear: endpoint({
    method: 'POST',
    path: ruta,
    acceso: 'cuentas:ajustar',
    resumen: 'Pide un ajuste de saldo; hasta el límite se aplica en el acto',
    body: propuesta,
    status: 201,
    dinero: true,
    response: creado,
  }),
  revertir: endpoint({
    method: 'POST',
    path: `${ruta}/:id/revertir`,
    acceso: 'cuentas:ajustar',
    resumen: 'Pide el ajuste contrario: devuelve exactamente lo que este movió',
    params: idParam,
    body: z.strictObject({ observacion: campos.observacion.schema }),
    status: 201,
    dinero: true,
    response: creado,
  }),
  aprobar: endpoint({
    method: 'PUT',
    path: `${ruta}/:id/aprobar`,
    acceso: 'cuentas:aprobar-ajuste',
    resumen: 'Aplica un ajuste que otra persona pidió',
    params: idParam,
    body: z.strictObject({
      nota: campos.nota.schema.nullable().default(null),
      /** The balance that the approver saw; for a count it must equal the current one. */
      saldo: saldoSchema.nullable().default(null),
    }),
    dinero: true,
    response: hecho,
  }),
  rechazar: endpoint({
    method: 'PUT',
    path: `${ruta}/:id/rechazar`,
    acceso: 'cuentas:aprobar-ajuste',
    resumen: 'Dice que no a un ajuste, con el motivo',
    params: idParam,
    body: z.strictObject({ nota: campos.nota.schema }),
    response: hecho,
  }),
  retirar: endpoint({
    method: 'PUT',
    path: `${ruta}/:id/retirar`,
    acceso: 'cuentas:ajustar',
    resumen: 'Retira un ajuste que uno mismo pidió',
    params: idParam,
    response: hecho,
  }),
  ...adjuntosDe(ruta, { subir: 'cuentas:ajustar', ver: 'cuentas:ver' }),
} satisfies Contract
