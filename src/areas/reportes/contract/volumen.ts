import { z } from 'zod'
import {
  consultaPagina,
  decimalText,
  deSucursal,
  endpoint,
  instante,
  pagina,
} from '../../../core/contract.ts'
import { SEGMENTOS } from '../../../core/dinero/tramos.ts'
import { comparacion, enumOf, porOperacion, porPeriodo, TIPOS } from './partes.ts'

/** Groupings of the volume report. */
export const VISTAS_VOLUMEN = {
  moneda: 'Divisa',
  corredor: 'Corredor',
  tipo: 'Tipo',
  segmento: 'Segmento',
  cajero: 'Cajero',
  sucursal: 'Sucursal',
  hora: 'Hora',
  dia: 'Día',
} as const
export type VistaVolumen = keyof typeof VISTAS_VOLUMEN

const filtros = {
  ...porPeriodo,
  ...porOperacion,
  segmento: enumOf(SEGMENTOS, 'Elija un segmento de la lista.').optional(),
}

const sumas = z.object({
  operaciones: z.int(),
  /** Value in dollars, as computed when each operation was made. */
  usd: decimalText,
  /** Dollars per operation; null without operations. */
  ticket: decimalText.nullable(),
})
export type SumasVolumen = z.infer<typeof sumas>

const grupo = sumas.extend({
  clave: z.string(),
  /** Null when the browser has the words: for a type, a level, a day, an hour. */
  nombre: z.string().nullable(),
  /** Amount operated in each currency: amounts of different currencies are not added. */
  montos: z.array(z.object({ iso: z.string(), monto: decimalText })),
  /** Dollars of the period before; null without a comparison. */
  antes: decimalText.nullable(),
})
export type GrupoVolumen = z.infer<typeof grupo>

const volumen = z.object({
  ...comparacion,
  total: sumas,
  total_antes: sumas,
  /** Operations of unknown value in dollars: counted, but not included in `usd`. */
  sin_usd: z.int(),
  filas: z.array(grupo),
  dias: z.array(z.object({ fecha: z.iso.date(), operaciones: z.int(), usd: decimalText })),
})
export type Volumen = z.infer<typeof volumen>

const documento = z.object({
  origen: z.string(),
  id: z.int(),
  numero: z.string(),
  fecha: instante,
  tipo: enumOf(TIPOS, ''),
  segmento: z.string(),
  cliente: z.string().nullable(),
  cajero: z.string(),
  de: z.string(),
  a: z.string(),
  /** The operation's amount and its countervalue, as its own list has them, whichever of them the volume counts. */
  moneda: z.string(),
  monto: decimalText,
  contramoneda: z.string(),
  contravalor: decimalText,
  usd: decimalText.nullable(),
  ...deSucursal,
})
export type DocumentoVolumen = z.infer<typeof documento>

const ver = { method: 'GET', acceso: 'reportes:ver' } as const

export const volumenes = {
  volumen: endpoint({
    ...ver,
    path: '/reportes/volumen',
    pesada: true,
    replica: true,
    resumen: 'Operaciones y montos del período, sin las anuladas, por lo que se elija',
    query: z.strictObject({
      ...filtros,
      por: enumOf(VISTAS_VOLUMEN, 'Esa vista no existe.').optional(),
    }),
    response: volumen,
  }),
  documentosVolumen: endpoint({
    ...ver,
    path: '/reportes/volumen/documentos',
    pesada: true,
    replica: true,
    resumen: 'Las operaciones de las que se compone el volumen, las más recientes primero',
    query: z.strictObject({
      ...filtros,
      limite: consultaPagina.limite,
      cursor: consultaPagina.cursor,
    }),
    response: pagina(documento).extend({
      ...comparacion,
      /** Totals of all filtered rows, not of the page. */
      sumas,
    }),
  }),
}
