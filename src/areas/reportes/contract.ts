import { z } from 'zod'
import {
  type Contract,
  consultaPagina,
  decimalText,
  deSucursal,
  endpoint,
  instante,
  pagina,
} from '../../core/contract.ts'
import { excepciones } from './contract/excepciones.ts'
import { comparacion, enumOf, porOperacion, porPeriodo, TIPOS } from './contract/partes.ts'
import { posiciones } from './contract/posicion.ts'
import { registros } from './contract/ro.ts'
import { volumenes } from './contract/volumen.ts'

/** The parts of the operating result. */
export const CONCEPTOS = {
  ganancia: 'Ganancia realizada',
  servicio: 'Servicio',
  redondeo: 'Redondeo',
  bancarios: 'Gastos bancarios',
  comisiones: 'Comisiones',
  anulaciones: 'Anulaciones',
} as const
export type Concepto = keyof typeof CONCEPTOS

/** Groupings of the profit report. */
export const VISTAS_GANANCIA = {
  moneda: 'Divisa',
  corredor: 'Corredor',
  cajero: 'Cajero',
  sucursal: 'Sucursal',
  tipo: 'Tipo',
  hora: 'Hora',
  dia: 'Día',
} as const
export type VistaGanancia = keyof typeof VISTAS_GANANCIA

/** In the functional currency; expenses are negative, so that the parts add up to `neta`. */
const cifras = z.object({
  ganancia: decimalText,
  servicio: decimalText,
  redondeo: decimalText,
  bancarios: decimalText,
  comisiones: decimalText,
  anulaciones: decimalText,
  neta: decimalText,
})
export type Cifras = z.infer<typeof cifras>

const grupo = cifras.extend({
  clave: z.string(),
  /** Null when the browser has the words: for a type, a day, an hour. */
  nombre: z.string().nullable(),
  /** Net result of the period before; null without a comparison. */
  antes: decimalText.nullable(),
})
export type GrupoGanancia = z.infer<typeof grupo>

const ganancia = z.object({
  ...comparacion,
  total: cifras,
  total_antes: cifras,
  filas: z.array(grupo),
  /** Every day with movements, oldest first. */
  dias: z.array(z.object({ fecha: z.iso.date(), ganancia: decimalText, neta: decimalText })),
})
export type Ganancia = z.infer<typeof ganancia>

const movimiento = z.object({
  id: z.int(),
  fecha: instante,
  origen: z.string(),
  origen_id: z.int(),
  numero: z.string().nullable(),
  glosa: z.string(),
  tipo: enumOf(TIPOS, ''),
  concepto: enumOf(CONCEPTOS, ''),
  moneda: z.string().nullable(),
  cliente: z.string().nullable(),
  cajero: z.string(),
  importe: decimalText,
  ...deSucursal,
})
export type MovimientoGanancia = z.infer<typeof movimiento>

const deMovimientos = {
  ...porPeriodo,
  ...porOperacion,
  concepto: enumOf(CONCEPTOS, 'Elija un concepto de la lista.').optional(),
}

const opcion = z.object({ valor: z.string(), etiqueta: z.string() })
export type Opcion = z.infer<typeof opcion>

export const contrato = {
  opciones: endpoint({
    method: 'GET',
    path: '/reportes/opciones',
    acceso: 'reportes:ver',
    resumen: 'Cajeros, divisas y corredores por los que se filtran los reportes',
    response: z.object({
      cajeros: z.array(opcion),
      monedas: z.array(opcion),
      corredores: z.array(opcion),
    }),
  }),
  exportar: endpoint({
    method: 'POST',
    path: '/reportes/exportar',
    pesada: true,
    acceso: 'reportes:ver',
    resumen: 'Deja constancia de la exportación de un reporte',
    body: z.strictObject({
      reporte: z
        .string({ error: 'Falta el reporte.' })
        .regex(/^[a-z]+(-[a-z]+)*$/, 'El reporte no es válido.')
        .max(40, 'El reporte no es válido.'),
      /** The filters of the report, as in its address. */
      filtros: z.record(z.string().regex(/^[a-z_]{1,40}$/), z.string().max(80)).default({}),
    }),
    response: z.object({ message: z.string() }),
  }),
  ganancia: endpoint({
    method: 'GET',
    path: '/reportes/ganancia',
    pesada: true,
    replica: true,
    acceso: 'ganancia:ver',
    resumen: 'Ganancia realizada, servicio, gastos y comisiones del período, por lo que se elija',
    query: z.strictObject({
      ...porPeriodo,
      ...porOperacion,
      por: enumOf(VISTAS_GANANCIA, 'Esa vista no existe.').optional(),
    }),
    response: ganancia,
  }),
  movimientosGanancia: endpoint({
    method: 'GET',
    path: '/reportes/ganancia/movimientos',
    pesada: true,
    replica: true,
    acceso: 'ganancia:ver',
    resumen: 'Los apuntes del libro de los que se compone la ganancia, los más recientes primero',
    query: z.strictObject({
      ...deMovimientos,
      limite: consultaPagina.limite,
      cursor: consultaPagina.cursor,
    }),
    response: pagina(movimiento).extend({
      ...comparacion,
      /** Total of all filtered rows, not of the page. */
      suma: decimalText,
    }),
  }),
  ...volumenes,
  ...posiciones,
  ...registros,
  ...excepciones,
} satisfies Contract
