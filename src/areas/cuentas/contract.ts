import { z } from 'zod'
import type { Palabras } from '../../core/base.ts'
import { answerShape } from '../../core/catalog.ts'
import {
  type Contract,
  decimalText,
  endpoint,
  guardado,
  historial,
  idParam,
  keyOf,
  siVersion,
} from '../../core/contract.ts'
import { denominacionesSchema } from '../../core/dinero/conteo.ts'
import { marca } from '../../core/documento/logo.ts'
import {
  monto,
  opcional,
  pais,
  referencia,
  seleccion,
  shape,
  tasa,
  texto,
} from '../../core/fields.ts'
import { monedaBreve } from '../monedas/contract.ts'
import { contrato as movimientos } from './movimientos/contract.ts'
import { revisarCuenta } from './rules.ts'

export const TIPOS = {
  caja: 'Caja',
  boveda: 'Bóveda',
  banco: 'Banco',
  billetera: 'Billetera',
  cripto: 'Cripto',
  corresponsal: 'Corresponsal',
} as const satisfies Record<Palabras['cuentas.tipo'], string>

const importe = (etiqueta: string, ayuda?: string) =>
  opcional(monto(etiqueta, { decimales: 8, ...(ayuda && { ayuda }) }))

export const campos = {
  nombre: texto('Nombre', { min: 2, max: 80 }),
  tipo: seleccion('Tipo', TIPOS),
  moneda_id: referencia('Moneda', 'monedas/lista', ['iso', 'nombre']),
  pais: pais(),
  entidad_id: opcional(
    referencia('Entidad financiera', 'entidades-financieras', ['nombre', 'codigo']),
  ),
  numero: opcional(
    texto('Número de cuenta', {
      max: 60,
      ayuda: 'Cuenta, CCI, teléfono, correo o dirección de billetera, como la escribe su entidad.',
    }),
  ),
  titular: texto('Titular', { min: 2, max: 120 }),
  titular_doc: opcional(texto('Documento del titular', { max: 30 })),
  sucursal_id: opcional(referencia('Sucursal', 'cuentas/sucursales')),
  responsable_id: opcional(
    referencia('Responsable', 'cuentas/responsables', ['nombre', 'usuario']),
  ),
  saldo_min: importe('Saldo mínimo', 'Se avisa por debajo.'),
  saldo_max: importe('Saldo máximo', 'Se avisa por encima.'),
  limite_op: importe('Límite por operación'),
  limite_dia: importe('Límite diario'),
  limite_mes: importe('Límite mensual'),
  sobregiro: importe('Sobregiro permitido', 'Cuánto puede quedar bajo cero.'),
  comision_salida_pct: opcional(
    monto('Comisión por salida', { decimales: 3, max: '20', unidad: '%' }),
  ),
  comision_salida_fija: importe(
    'Comisión fija por salida',
    'Lo que cobra su entidad, como dato: el gasto se registra aparte.',
  ),
}

export const camposSaldo = {
  saldo_inicial: importe('Saldo inicial'),
  tasa_costo: opcional(
    tasa('Tasa de costo', { ayuda: 'Lo que costó cada unidad, en la moneda de los libros.' }),
  ),
}

export type MonedaDeCuenta = z.infer<typeof monedaBreve>

const saldos = {
  saldo: decimalText,
  /** The amount of paid orders that is still to be paid out. */
  comprometido: decimalText,
  disponible: decimalText,
  /** Value at average cost, in the functional currency; only for users who may see cost. */
  valor: decimalText.optional(),
}

const usado = z.object({ entra: decimalText, sale: decimalText })

const fila = z.object({
  ...answerShape(campos),
  id: z.int(),
  tipo: keyOf(TIPOS),
  moneda: monedaBreve,
  entidad: z.string().nullable(),
  /** By what its entity is recognised. */
  marca: marca.nullable(),
  sucursal: z.string().nullable(),
  responsable: z.string().nullable(),
  estatus: z.boolean(),
  version: z.int(),
  ...saldos,
  /** Allowed overdraft; never null once stored, and zero means none. */
  sobregiro: decimalText,
  usado_hoy: usado,
  costo_promedio: decimalText.nullable().optional(),
  /** The balance is outside the limits of the alert. */
  alerta: z.enum(['bajo', 'alto']).nullable(),
})
export type CuentaFila = z.infer<typeof fila>

const total = z.object({ moneda: monedaBreve, cuentas: z.int(), ...saldos })
export type CuentaTotal = z.infer<typeof total>

const detalle = fila.extend({
  /** True when the account has movements: its currency and type can no longer change. */
  con_movimientos: z.boolean(),
  usado_mes: usado,
  historial,
})
export type CuentaDetalle = z.infer<typeof detalle>

/** How many days back the balance of an account is shown. */
export const PLAZOS = { 30: '30 días', 90: '90 días', 365: 'Un año' } as const

const ver = { acceso: 'cuentas:ver' } as const
const editar = { acceso: 'cuentas:editar' } as const

export const contrato = {
  listar: endpoint({
    ...ver,
    method: 'GET',
    path: '/cuentas',
    resumen: 'Cuentas con su saldo',
    response: z.array(fila),
  }),
  totales: endpoint({
    ...ver,
    method: 'GET',
    path: '/cuentas/totales',
    resumen: 'Totales de las cuentas por moneda',
    response: z.array(total),
  }),
  ...movimientos,
  sucursales: endpoint({
    ...editar,
    method: 'GET',
    path: '/cuentas/sucursales',
    resumen: 'Sucursales a las que puede pertenecer una cuenta',
    response: z.array(z.object({ id: z.int(), nombre: z.string() })),
  }),
  responsables: endpoint({
    ...editar,
    method: 'GET',
    path: '/cuentas/responsables',
    resumen: 'Usuarios que pueden responder por una cuenta',
    response: z.array(
      z.object({ id: z.int(), nombre: z.string(), usuario: z.string(), estatus: z.boolean() }),
    ),
  }),
  saldos: endpoint({
    ...ver,
    method: 'GET',
    path: '/cuentas/saldos/:id',
    resumen: 'Lo que una cuenta tenía al final de cada día, hasta hoy',
    params: idParam,
    query: z.strictObject({ dias: keyOf(PLAZOS, 'Ese plazo no existe.').optional() }),
    response: z.array(z.object({ fecha: z.string(), saldo: decimalText })),
  }),
  obtener: endpoint({
    ...ver,
    method: 'GET',
    path: '/cuentas/:id',
    resumen: 'Una cuenta con su saldo, sus límites y su historial',
    params: idParam,
    response: detalle,
  }),
  crear: endpoint({
    ...editar,
    method: 'POST',
    path: '/cuentas',
    resumen: 'Crea una cuenta, con su saldo inicial',
    body: z
      .strictObject({
        ...shape(campos),
        ...shape(camposSaldo),
        /** The notes and coins of a till's opening balance, where they were counted. */
        denominaciones: denominacionesSchema.nullable().default(null),
      })
      .superRefine(revisarCuenta),
    response: guardado,
    status: 201,
    dinero: true,
  }),
  editar: endpoint({
    ...editar,
    method: 'PUT',
    path: '/cuentas/:id',
    resumen: 'Edita una cuenta; moneda y tipo, solo antes del primer movimiento',
    params: idParam,
    body: z.strictObject({ ...shape(campos), version: z.int() }).superRefine(revisarCuenta),
    response: guardado,
  }),
  estatus: endpoint({
    ...editar,
    method: 'PUT',
    path: '/cuentas/estatus/:id',
    resumen: 'Activa o desactiva una cuenta; para desactivarla su saldo es cero',
    params: idParam,
    query: siVersion,
    response: guardado.extend({ estatus: z.boolean(), version: z.int() }),
  }),
} satisfies Contract
