import { z } from 'zod'
import {
  consultaPagina,
  decimalText,
  endpoint,
  idParam,
  instante,
  keyOf,
  pagina,
} from '../../../core/contract.ts'
import { texto } from '../../../core/fields.ts'
import { ACCIONES, type EstadoDeOperacion, type TipoDeOperacion } from '../deshacer/rules.ts'

const moneda = z.object({ iso: z.string(), simbolo: z.string(), decimales: z.int() })

const operacion = z.object({
  /** Of the counter, or an order: an id is of one of both. */
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
  /** At the rate that comes back: what the countervalue would have been. */
  tasa_debida: decimalText,
  contravalor_debido: decimalText,
  /** What the house earned by it (or lost, below zero), in the functional currency; only for who may see profit. */
  diferencia: decimalText.nullable().optional(),
  accion: keyOf(ACCIONES),
})
export type Afectada = z.infer<typeof afectada>

/** One rate that goes back. */
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
  /** The pair whose prices go back too. */
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
  /** The newest ones, at most 500. */
  operaciones: z.array(afectada),
  total: z.int(),
  diferencia_total: decimalText.nullable().optional(),
}

const previa = z.object({
  ...alcance,
  /** The row that is taken to be wrong: sent back, so that nothing else is undone. */
  historico_id: z.int(),
  desde: instante,
  usuario: z.string().nullable(),
  motivo: z.string().nullable(),
  /** False: its pairs moved since, so that what comes back is another number than before. */
  exacta: z.boolean(),
  /** Goes back to following its pairs, or to a rate by hand; null for a pair. */
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

const body = z.strictObject({
  historico_id: z.int().min(1),
  motivo: texto('Motivo', { min: 5, max: 200 }).schema,
})
const acceso = 'tipos-cambios:publicar'

export const deshacer = {
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
