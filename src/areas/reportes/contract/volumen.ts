import { z } from 'zod'
import { consultaPagina, decimalText, endpoint, instante, pagina } from '../../../core/contract.ts'
import { SEGMENTOS } from '../../../core/dinero/tramos.ts'
import { comparacion, enumOf, porOperacion, porPeriodo, TIPOS } from './partes.ts'

/** By what the volume may be grouped. */
export const VISTAS_VOLUMEN = {
  moneda: 'Divisa',
  corredor: 'Corredor',
  tipo: 'Tipo',
  segmento: 'Segmento',
  cajero: 'Cajero',
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
  /** Equivalent in dollars, as each operation was judged when it was made. */
  usd: decimalText,
  /** Dollars an operation; null without any. */
  ticket: decimalText.nullable(),
})
export type SumasVolumen = z.infer<typeof sumas>

const grupo = sumas.extend({
  clave: z.string(),
  /** Null where the browser has the words: a type, a tier, a day, an hour. */
  nombre: z.string().nullable(),
  /** What was operated in each currency: never added up. */
  montos: z.array(z.object({ iso: z.string(), monto: decimalText })),
  /** Dollars of the period before; null where there is nothing to compare. */
  antes: decimalText.nullable(),
})
export type GrupoVolumen = z.infer<typeof grupo>

const volumen = z.object({
  ...comparacion,
  total: sumas,
  total_antes: sumas,
  /** Operations whose worth in dollars nobody knew: they count, but add nothing to `usd`. */
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
  /** What the operation is of, and its countervalue. */
  moneda: z.string(),
  monto: decimalText,
  contramoneda: z.string(),
  contravalor: decimalText,
  usd: decimalText.nullable(),
})
export type DocumentoVolumen = z.infer<typeof documento>

const ver = { method: 'GET', acceso: 'reportes:ver' } as const

export const volumenes = {
  volumen: endpoint({
    ...ver,
    path: '/reportes/volumen',
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
    resumen: 'Las operaciones de las que se compone el volumen, las más recientes primero',
    query: z.strictObject({
      ...filtros,
      limite: consultaPagina.limite,
      cursor: consultaPagina.cursor,
    }),
    response: pagina(documento).extend({
      ...comparacion,
      /** Of all that is filtered, not of the page. */
      sumas,
    }),
  }),
}
