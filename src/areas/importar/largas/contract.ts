import { z } from 'zod'
import {
  archivoBajado,
  archivoSubido,
  type Contract,
  endpoint,
  guardado,
  idParam,
  instante,
  keyOf,
} from '../../../core/contract.ts'
import { textoPlano } from '../../../core/texto/texto.ts'
import { LARGAS } from '../contract/columnas.ts'
import { decimales, ESTADOS, fila, totales } from '../contract/filas.ts'

/** What a file of many rows may be. */
export const ARCHIVO_LARGO = { tipos: ['text/csv'], maximo: 16 * 1024 * 1024 } as const

/** Where an import in portions is. */
export const PASOS = {
  revisando: 'Revisando',
  revisada: 'Revisada',
  importando: 'Importando',
  terminada: 'Terminada',
  cancelada: 'Cancelada',
  detenida: 'Detenida',
} as const
export type Paso = keyof typeof PASOS

const que = keyOf(LARGAS, 'Eso no se importa por partes.')

const importacion = z.object({
  id: z.int(),
  que,
  nombre: z.string(),
  estado: keyOf(PASOS),
  creada_en: instante,
  acabada_en: instante.nullable(),
  /** Why it stopped; empty otherwise. */
  motivo: z.string(),
  /** Rows done in this step, of `totales.filas`. */
  hechas: z.int(),
  totales,
  /** Another person must say yes to the file before it is written. */
  debe: z.boolean(),
  /** Its outcome was looked at. */
  vista: z.boolean(),
})
export type Importacion = z.infer<typeof importacion>

export const contratoLargas = {
  listar: endpoint({
    method: 'GET',
    path: '/importar/largas',
    acceso: 'importar:ver',
    resumen: 'Las importaciones por partes de quien pregunta, la última primero',
    response: z.array(importacion),
  }),
  abrir: endpoint({
    method: 'POST',
    path: '/importar/:que/larga',
    pesada: true,
    acceso: 'importar:ver',
    resumen: 'Recibe un archivo de muchas filas y empieza a revisarlas por partes; no crea ninguna',
    params: z.strictObject({ que }),
    query: z.strictObject({ decimales, nombre: textoPlano(1, 120) }),
    sube: ARCHIVO_LARGO,
    body: archivoSubido,
    status: 201,
    dinero: true,
    response: guardado,
  }),
  obtener: endpoint({
    method: 'GET',
    path: '/importar/largas/:id',
    acceso: 'importar:ver',
    resumen: 'Una importación propia por partes: cuánto va y qué salió',
    params: idParam,
    response: importacion,
  }),
  filas: endpoint({
    method: 'GET',
    path: '/importar/largas/:id/filas',
    acceso: 'importar:ver',
    resumen: 'Filas ya vistas de una importación propia, en el orden del archivo',
    params: idParam,
    query: z.strictObject({
      estado: keyOf(ESTADOS).optional(),
      /** The row after which the page begins. */
      desde: z
        .string()
        .regex(/^\d{1,6}$/, 'La fila no es válida.')
        .transform(Number)
        .optional(),
    }),
    response: z.object({ items: z.array(fila), siguiente: z.int().nullable() }),
  }),
  rechazadas: endpoint({
    method: 'GET',
    path: '/importar/largas/:id/rechazadas',
    pesada: true,
    acceso: 'importar:ver',
    resumen:
      'Las filas que no se pueden crear, cada una con su motivo, para corregirlas y cargarlas',
    params: idParam,
    baja: ['text/csv'],
    response: archivoBajado,
  }),
  importar: endpoint({
    method: 'POST',
    path: '/importar/largas/:id/importar',
    acceso: 'importar:crear',
    resumen: 'Empieza a crear por partes las filas de una importación propia ya revisada',
    params: idParam,
    response: guardado,
  }),
  cancelar: endpoint({
    method: 'PUT',
    path: '/importar/largas/:id/cancelar',
    acceso: 'importar:ver',
    resumen: 'Detiene una importación propia entre dos partes; lo creado queda',
    params: idParam,
    response: guardado,
  }),
  vista: endpoint({
    method: 'PUT',
    path: '/importar/largas/:id/vista',
    acceso: 'importar:ver',
    resumen: 'Anota que quien la pidió ya vio cómo acabó',
    params: idParam,
    response: z.object({ message: z.string() }),
  }),
} satisfies Contract
