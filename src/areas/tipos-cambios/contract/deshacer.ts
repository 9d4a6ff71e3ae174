import { z } from 'zod'
import { historialDe } from '../../../core/catalog.ts'
import {
  consultaPagina,
  decimalText,
  endpoint,
  idParam,
  instante,
  keyOf,
  pagina,
} from '../../../core/contract.ts'
import { textoMotivo } from '../../../core/fields.ts'
import { ACCIONES, type EstadoDeOperacion, type TipoDeOperacion } from '../deshacer/rules.ts'

const moneda = z.object({ iso: z.string(), simbolo: z.string(), decimales: z.int() })

const operacion = z.object({
  /** Kind of operation, because ids are unique within a kind only. */
  origen: z.enum(['compras-ventas', 'ordenes']),
  id: z.int(),
  numero: z.string(),
  fecha: instante,
  tipo: keyOf<TipoDeOperacion>({ compra: 1, venta: 1, canje: 1, orden: 1 }),
  estado: keyOf<EstadoDeOperacion>({
    pendiente: 1,
    vencida: 1,
    pagada: 1,
    en_proceso: 1,
    completada: 1,
    anulada: 1,
  }),
  cliente: z.string().nullable(),
  divisa: moneda,
  monto: decimalText,
  contramoneda: moneda,
  contravalor: decimalText,
  tasa: decimalText,
  precision: z.int(),
})
export type OperacionDeTasa = z.infer<typeof operacion>

const afectada = operacion.extend({
  /** The countervalue at the restored rate. */
  tasa_debida: decimalText,
  contravalor_debido: decimalText,
  /**
   * Profit or loss (below zero) of the house by the wrong rate, in the functional currency; only for users who may see
   * profit.
   */
  diferencia: decimalText.nullable().optional(),
  accion: keyOf(ACCIONES),
})
export type Afectada = z.infer<typeof afectada>

/** One rate that is restored. */
const vuelta = z.object({
  tipo_cambio_id: z.int(),
  pais: z.string(),
  base: z.string(),
  cotizacion: z.string(),
  segmento: z.string(),
  precision: z.int(),
  tasa_erronea: decimalText,
  tasa: decimalText,
})
export type Vuelta = z.infer<typeof vuelta>

const precios = z.object({ compra: decimalText, venta: decimalText })

const alcance = {
  /** The pair whose prices are restored too. */
  par: z
    .object({
      id: z.int(),
      nombre: z.string(),
      precision: z.int(),
      erroneo: precios,
      restaurado: precios,
    })
    .nullable(),
  tasas: z.array(vuelta),
  /** The newest operations, at most 500. */
  operaciones: z.array(afectada),
  total: z.int(),
  diferencia_total: decimalText.nullable().optional(),
}

const previa = z.object({
  ...alcance,
  /** The histórico row to undo; the request repeats it, so that no other row is undone. */
  historico_id: z.int(),
  desde: instante,
  usuario: z.string().nullable(),
  motivo: z.string().nullable(),
  /** False when its pairs moved since, so that the restored rate is a different number. */
  exacta: z.boolean(),
  /** The restored mode: manual or automatic; null for a pair. */
  tasa_manual: z.boolean().nullable(),
})
export type PreviaDeshacer = z.infer<typeof previa>

const informe = z.object({
  ...alcance,
  id: z.int(),
  fecha: instante,
  usuario: z.string(),
  motivo: z.string(),
})
export type Informe = z.infer<typeof informe>

export const camposDeshacer = { motivo: textoMotivo() }
const body = z.strictObject({
  historico_id: z.int().min(1),
  motivo: camposDeshacer.motivo.schema,
})
const acceso = 'tipos-cambios:publicar'

export const deshacer = {
  historial: historialDe('tipos-cambios', 'tipos-cambios:ver'),
  previaDeshacer: endpoint({
    method: 'GET',
    path: '/tipos-cambios/deshacer/:id',
    acceso,
    resumen: 'Qué pasaría al deshacer la última tasa de un tipo de cambio',
    params: idParam,
    response: previa,
  }),
  deshacer: endpoint({
    method: 'POST',
    path: '/tipos-cambios/deshacer/:id',
    acceso,
    resumen: 'Deshace la última tasa: vuelve la anterior, como fila nueva',
    params: idParam,
    body,
    response: informe.extend({ message: z.string() }),
  }),
  previaDeshacerPar: endpoint({
    method: 'GET',
    path: '/tipos-cambios/deshacer-par/:id',
    acceso,
    resumen: 'Qué pasaría al deshacer los últimos precios de un par',
    params: idParam,
    response: previa,
  }),
  deshacerPar: endpoint({
    method: 'POST',
    path: '/tipos-cambios/deshacer-par/:id',
    acceso,
    resumen: 'Deshace los últimos precios de un par y las tasas que dependen de él',
    params: idParam,
    body,
    response: informe.extend({ message: z.string() }),
  }),
  deshecho: endpoint({
    method: 'GET',
    path: '/tipos-cambios/deshechos/:id',
    acceso,
    resumen: 'Una tasa deshecha, con las operaciones que se hicieron con ella',
    params: idParam,
    response: informe,
  }),
  operaciones: endpoint({
    method: 'GET',
    path: '/tipos-cambios/operaciones/:id',
    acceso: 'compras-ventas:ver',
    resumen: 'Operaciones hechas con una fila del histórico, la más reciente primero',
    params: idParam,
    query: z.strictObject({ limite: consultaPagina.limite, cursor: consultaPagina.cursor }),
    response: pagina(operacion),
  }),
}
