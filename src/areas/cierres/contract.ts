import { z } from 'zod'
import {
  type Contract,
  consultaDias,
  decimalText,
  deSucursal,
  endpoint,
  filtroSucursal,
  filtrosLista,
  guardado,
  idQuery,
  instante,
  listado,
  metodoCalculo,
  pagina,
} from '../../core/contract.ts'
import { contratoEnCaja } from './contract/en-caja.ts'
import { campos, conteoCuenta, cuentaContable, turnos } from './contract/turnos.ts'

const moneda = { iso: z.string(), simbolo: z.string(), decimales: z.int() }

/** The summary of a day. Gains and costs only for users who may see them. */
const resumen = z.object({
  hasta: instante,
  ganancia: decimalText.optional(),
  margen: decimalText.optional(),
  /** Income less expenses of the day. */
  resultado: decimalText.optional(),
  resultados: z
    .array(z.object({ codigo: z.string(), nombre: z.string(), importe: decimalText }))
    .optional(),
  operaciones: z.object({
    compra: z.int(),
    venta: z.int(),
    canje: z.int(),
    orden: z.int(),
    anulada: z.int(),
  }),
  posiciones: z.array(
    z.object({
      moneda_id: z.int(),
      ...moneda,
      cantidad: decimalText,
      precio: decimalText.nullable(),
      valor: decimalText.nullable(),
      costo: decimalText.optional(),
      promedio: decimalText.nullable().optional(),
      ganancia: decimalText.optional(),
    }),
  ),
  cuentas: z.array(
    z.object({
      cuenta_id: z.int(),
      nombre: z.string(),
      tipo: z.string(),
      ...moneda,
      saldo: decimalText,
      /** Of a branch: what was counted there that day and approved; null: nothing. */
      contado: decimalText.nullable().optional(),
    }),
  ),
  tasas: z.array(
    z.object({
      pais: z.string(),
      base: z.string(),
      cotizacion: z.string(),
      segmento: z.string(),
      tasa: decimalText,
      precision: z.int(),
      metodo_calculo: metodoCalculo,
    }),
  ),
  cajas: z.array(
    z.object({
      turno_id: z.int(),
      numero: z.string(),
      cajero: z.string(),
      estado: z.string(),
      cuentas: z.array(
        z.object({
          nombre: z.string(),
          simbolo: z.string(),
          decimales: z.int(),
          contado: decimalText,
          esperado: decimalText,
          diferencia: decimalText,
        }),
      ),
    }),
  ),
})
export type Resumen = z.infer<typeof resumen>

const version = z.object({
  version: z.int(),
  cerrado_en: instante,
  cerrado_por: z.string(),
  reabierto_en: instante.nullable(),
  reabierto_por: z.string().nullable(),
  motivo: z.string().nullable(),
})

const pendiente = z.object({ clave: z.string(), bloquea: z.boolean(), cuantos: z.int() })
export type Pendiente = z.infer<typeof pendiente>

const dia = z.object({
  fecha: z.string(),
  /** Whose day it is; null: the whole house's. */
  sucursal: z.object({ id: z.int(), nombre: z.string() }).nullable(),
  cerrado: z.boolean(),
  /** The last closed day, the only one that can be reopened; of a branch, one that the house has not closed. */
  ultimo_cerrado: z.string().nullable(),
  /** An earlier day that must be closed first; null without one. */
  anterior_abierto: z.string().nullable(),
  hoy: z.string(),
  pendientes: z.array(pendiente),
  versiones: z.array(version),
  /** The stored summary of the requested or last version; for an open day, a preview. */
  resumen,
  /** The version of the summary; null: the day is not closed yet. */
  version: z.int().nullable(),
  empresa: z.object({ razon_social: z.string(), ruc: z.string() }),
})
export type Dia = z.infer<typeof dia>

const diaFila = z.object({
  fecha: z.string(),
  estado: z.enum(['abierto', 'cerrado', 'reabierto']),
  version: z.int().nullable(),
  cerrado_en: instante.nullable(),
  cerrado_por: z.string().nullable(),
  operaciones: z.int(),
  turnos: z.int(),
  /** Number of accounts whose first count differs from the books. */
  diferencias: z.int(),
  ganancia: decimalText.nullable().optional(),
})
export type DiaFila = z.infer<typeof diaFila>

const arqueo = z.object({
  id: z.int(),
  fecha: instante,
  cuenta_id: z.int(),
  cuenta: z.string(),
  iso: z.string(),
  simbolo: z.string(),
  decimales: z.int(),
  contado: decimalText,
  /** Null for whoever answers for the account, and for whoever counted it and approves no counts. */
  esperado: decimalText.nullable(),
  diferencia: decimalText.nullable(),
  motivo: z.string().nullable(),
  usuario: z.string(),
  ...deSucursal,
})
export type ArqueoFila = z.infer<typeof arqueo>

const fechaParam = z.strictObject({ fecha: z.iso.date('La fecha no es válida.') })
/** Whose day is closed or reopened; null: the house's, or his branch's where he sees no more. */
const deQuien = { sucursal_id: z.int().positive().nullable().default(null) }
const hecho = z.object({ fecha: z.string(), message: z.string() })

const dias = {
  listar: endpoint({
    method: 'GET',
    path: '/cierres',
    acceso: 'cierres:ver',
    resumen: 'Días con movimientos o cerrados, el último primero',
    query: z.strictObject({ ...consultaDias, ...filtroSucursal }),
    response: pagina(diaFila),
  }),
  dia: endpoint({
    method: 'GET',
    path: '/cierres/dia/:fecha',
    acceso: 'cierres:ver',
    resumen: 'Un día: qué falta para cerrarlo, sus cierres y su resumen',
    params: fechaParam,
    query: z.strictObject({
      version: z
        .string()
        .regex(/^[1-9]\d{0,4}$/, 'La versión no es válida.')
        .transform(Number)
        .optional(),
      ...filtroSucursal,
    }),
    response: dia,
  }),
  cerrar: endpoint({
    method: 'POST',
    path: '/cierres',
    acceso: 'cierres:cerrar',
    resumen: 'Cierra un día: ya no recibe nada y queda su resumen',
    body: z.strictObject({
      fecha: z.iso.date('La fecha no es válida.'),
      /** Confirms that the pending items that do not block may stay pending. */
      confirmo: z.boolean().default(false),
      ...deQuien,
    }),
    status: 201,
    dinero: true,
    response: hecho.extend({ version: z.int() }),
  }),
  reabrir: endpoint({
    method: 'PUT',
    path: '/cierres/dia/:fecha/reabrir',
    acceso: 'cierres:reabrir',
    resumen: 'Reabre el último día cerrado; lo que se guardó de él queda',
    params: fechaParam,
    body: z.strictObject({ motivo: campos.motivo.schema, ...deQuien }),
    dinero: true,
    response: hecho,
  }),
} satisfies Contract

const arqueos = {
  listarArqueos: endpoint({
    method: 'GET',
    path: '/cierres/arqueos',
    acceso: 'cierres:ver',
    resumen: 'Arqueos sorpresa, los más recientes primero',
    ...listado({
      ...filtrosLista,
      ...filtroSucursal,
      cuenta_id: idQuery('La cuenta no es válida.'),
    }),
    response: pagina(arqueo),
  }),
  cuentasArqueo: endpoint({
    method: 'GET',
    path: '/cierres/arqueos/cuentas',
    acceso: 'cierres:arqueo',
    resumen: 'Cajas y bóvedas que se pueden contar, sin lo que dicen los libros',
    response: z.array(cuentaContable.extend({ responsable: z.string().nullable() })),
  }),
  arquear: endpoint({
    method: 'POST',
    path: '/cierres/arqueos',
    acceso: 'cierres:arqueo',
    resumen: 'Cuenta una caja o bóveda en cualquier momento, sin cerrarla',
    body: conteoCuenta.extend({ motivo: campos.nota.schema }),
    status: 201,
    dinero: true,
    response: guardado.extend({ arqueo }),
  }),
} satisfies Contract

export const contrato = { ...dias, ...contratoEnCaja, ...turnos, ...arqueos } satisfies Contract
