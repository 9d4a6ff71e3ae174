import { z } from 'zod'
import type { Palabras } from '../../core/base.ts'
import {
  type Contract,
  consultaPagina,
  decimalText,
  endpoint,
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
import { idSchema, opcional, referencia, texto, textoMotivo } from '../../core/fields.ts'
import { BASES, beneficiario, camposRegla, ROLES, reglas, TIPOS } from './contract/reglas.ts'

export const ESTADOS = {
  devengada: 'Devengada',
  liquidada: 'Liquidada',
  pagada: 'Pagada',
  anulada: 'Anulada',
} as const satisfies Record<Palabras['comisiones.estado'], string>
export type Estado = keyof typeof ESTADOS

export const ESTADOS_LIQUIDACION = {
  liquidada: 'Por pagar',
  pagada: 'Pagada',
  anulada: 'Anulada',
} as const satisfies Record<Palabras['comisiones_liquidaciones.estado'], string>

export const camposAnulacion = { motivo: textoMotivo() }

/** Filters of the report, also used for its totals and groups. */
const filtros = {
  ...filtrosLista,
  beneficiario: beneficiario.optional(),
  tipo: keyOf(TIPOS, 'Elija una opción de la lista.').optional(),
  /** `3-2`: ids of the currency handed over and of the currency received. */
  corredor: z
    .string()
    .regex(/^[1-9]\d{0,8}-[1-9]\d{0,8}$/, 'El corredor no es válido.')
    .optional(),
  estado: keyOf(ESTADOS, 'Elija una opción de la lista.').optional(),
  liquidacion_id: idQuery('La liquidación no es válida.'),
  orden_id: idQuery('La orden no es válida.'),
}

const fila = z.object({
  id: z.int(),
  fecha: instante,
  origen: z.string(),
  origen_id: z.int(),
  numero: z.string(),
  tipo: keyOf(TIPOS),
  cliente: z.string().nullable(),
  beneficiario: z.string(),
  nombre: z.string(),
  rol: keyOf(ROLES),
  de_id: z.int(),
  a_id: z.int(),
  moneda_id: z.int(),
  monto: decimalText,
  tasa: decimalText,
  precision: z.int(),
  base: keyOf(BASES),
  /** Missing for users who may not see margins and profits. */
  importe_base: decimalText.nullable().optional(),
  /** Null for a fixed amount. */
  porcentaje: decimalText.nullable(),
  comision: decimalText,
  /** The row deducts a commission that was settled before its operation was annulled. */
  descuento: z.boolean(),
  estado: keyOf(ESTADOS),
  liquidacion_id: z.int().nullable(),
  liquidacion: z.string().nullable(),
})
export type Fila = z.infer<typeof fila>

const sumas = {
  operaciones: z.int(),
  devengado: decimalText,
  pagado: decimalText,
  pendiente: decimalText,
  /** The operated amounts per currency; currencies are never added. */
  montos: z.array(z.object({ moneda_id: z.int(), monto: decimalText })),
}

const grupo = z.object({ clave: z.string(), nombre: z.string(), ...sumas })
export type Grupo = z.infer<typeof grupo>

const opcion = z.object({ valor: z.string(), etiqueta: z.string() })

const liquidacion = z.object({
  id: z.int(),
  numero: z.string(),
  fecha: instante,
  beneficiario: z.string(),
  nombre: z.string(),
  total: decimalText,
  filas: z.int(),
  estado: keyOf(ESTADOS_LIQUIDACION),
  cuenta: z.string().nullable(),
  pagada_en: instante.nullable(),
})
export type Liquidacion = z.infer<typeof liquidacion>

const liquidacionDetalle = liquidacion.extend({
  creada_por: z.string(),
  pagada_por: z.string().nullable(),
  referencia: z.string().nullable(),
  anulada_en: instante.nullable(),
  anulada_por: z.string().nullable(),
  motivo_anulacion: z.string().nullable(),
  historial,
})
export type LiquidacionDetalle = z.infer<typeof liquidacionDetalle>

const accion = guardado.extend({
  estado: keyOf(ESTADOS_LIQUIDACION),
})

export const camposPago = {
  cuenta_id: referencia('Cuenta', 'comisiones/cuentas', ['nombre', 'saldo']),
  referencia: opcional(texto('Referencia', { max: 60 })),
}

/** Every field of the forms in this area. */
export const campos = { ...camposRegla, ...camposPago }

const ver = { method: 'GET', acceso: 'comisiones:ver' } as const

/** Maximum number of rows in one settlement. */
export const MAXIMO = 5000

export const contrato = {
  ...reglas,
  listar: endpoint({
    ...ver,
    path: '/reportes/comisiones',
    pesada: true,
    replica: 'archivo',
    resumen: 'Comisiones, las más recientes primero; sin permiso de verlas todas, las propias',
    ...listado(filtros, ['comision']),
    response: pagina(fila),
  }),
  totales: endpoint({
    ...ver,
    path: '/reportes/comisiones/totales',
    pesada: true,
    resumen: 'Lo devengado, pagado y pendiente de lo filtrado, y lo operado por moneda',
    query: z.strictObject(filtros),
    response: z.object({ filas: z.int(), ...sumas }),
  }),
  grupos: endpoint({
    ...ver,
    path: '/reportes/comisiones/grupos',
    pesada: true,
    resumen: 'Lo filtrado por beneficiario o por par, con subtotales por moneda',
    query: z.strictObject({ ...filtros, por: z.enum(['beneficiario', 'par']).optional() }),
    response: z.array(grupo),
  }),
  opciones: endpoint({
    ...ver,
    path: '/reportes/comisiones/opciones',
    resumen: 'Beneficiarios y corredores que tienen comisiones',
    response: z.object({ beneficiarios: z.array(opcion), corredores: z.array(opcion) }),
  }),
  liquidar: endpoint({
    method: 'POST',
    path: '/reportes/comisiones/liquidar',
    acceso: 'comisiones:liquidar',
    resumen: 'Liquida comisiones elegidas de un beneficiario, con lo que haya que descontarle',
    body: z.strictObject({
      ids: z
        .array(idSchema, { error: 'Elija las comisiones.' })
        .min(1, 'Elija al menos una comisión.')
        .max(MAXIMO, `Elija como máximo ${MAXIMO} comisiones.`),
    }),
    status: 201,
    dinero: true,
    response: guardado.extend({ numero: z.string(), total: decimalText, filas: z.int() }),
  }),
  liquidaciones: endpoint({
    ...ver,
    path: '/comisiones/liquidaciones',
    resumen: 'Liquidaciones, las más recientes primero; sin permiso de verlas todas, las propias',
    query: z.strictObject({
      ...consultaPagina,
      beneficiario: beneficiario.optional(),
      estado: keyOf(ESTADOS_LIQUIDACION, 'Elija una opción de la lista.').optional(),
    }),
    response: pagina(liquidacion),
  }),
  liquidacion: endpoint({
    ...ver,
    path: '/comisiones/liquidaciones/:id',
    resumen: 'Una liquidación con su historial',
    params: idParam,
    response: liquidacionDetalle,
  }),
  pagar: endpoint({
    method: 'PUT',
    path: '/comisiones/liquidaciones/:id/pagar',
    acceso: 'comisiones:pagar',
    resumen: 'Paga una liquidación de una cuenta en la moneda de los libros',
    params: idParam,
    body: z.strictObject({
      cuenta_id: camposPago.cuenta_id.schema,
      referencia: camposPago.referencia.schema,
    }),
    dinero: true,
    response: accion,
  }),
  anularLiquidacion: endpoint({
    method: 'PUT',
    path: '/comisiones/liquidaciones/:id/anular',
    acceso: 'comisiones:liquidar',
    resumen: 'Anula una liquidación que no se pagó: sus comisiones vuelven a esperar',
    params: idParam,
    body: z.strictObject({ motivo: camposAnulacion.motivo.schema }),
    dinero: true,
    response: accion,
  }),
  cuentas: endpoint({
    method: 'GET',
    path: '/comisiones/cuentas',
    acceso: 'comisiones:pagar',
    resumen: 'Cuentas en la moneda de los libros de las que se puede pagar, con su saldo',
    response: z.array(z.object({ id: z.int(), nombre: z.string(), saldo: z.string() })),
  }),
} satisfies Contract
