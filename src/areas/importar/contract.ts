import { z } from 'zod'
import { archivoSubido, type Contract, endpoint } from '../../core/contract.ts'
import { textoPlano } from '../../core/texto/texto.ts'

import { QUE, type Que } from './contract/columnas.ts'
import { decimales, fila, totales } from './contract/filas.ts'

/** A table as text, with limits on its bytes and columns. */
export const ARCHIVO = { tipos: ['text/csv'], maximo: 5 * 1024 * 1024, columnas: 100 } as const

const informe = z.object({
  totales,
  /** Titles that match no column; their cells were not read. */
  ignoradas: z.array(z.string()),
  filas: z.array(fila),
})
export type Informe = z.infer<typeof informe>

const columna = z.object({
  clave: z.string(),
  titulo: z.string(),
  requerida: z.boolean(),
  alias: z.array(z.string()),
  opciones: z.array(z.string()),
  decimal: z.boolean(),
  ejemplo: z.string(),
})

const que = z.enum(Object.keys(QUE) as [Que, ...Que[]], { error: 'Eso no se importa.' })
const marcha = z.uuid('La clave de la importación no es válida.')
const params = z.strictObject({ que })
const lectura = {
  decimales,
  /** The key with which the browser polls for progress and cancels the work. */
  marcha: marcha.optional(),
}

/** Titles of a file and what each stands for, one for one. */
const mapa = {
  encabezado: z.array(z.string().max(200)).min(1).max(ARCHIVO.columnas),
  claves: z.array(z.string().max(120).nullable()).min(1).max(ARCHIVO.columnas),
}

/** How many rows are shown as they will be read. */
export const MUESTRA = 3

export const contrato = {
  mapas: endpoint({
    method: 'GET',
    path: '/importar/:que/mapas',
    acceso: 'importar:ver',
    resumen: 'Cómo leyó antes sus columnas quien pregunta, lo último primero',
    params,
    response: z.array(z.object(mapa)),
  }),
  recordar: endpoint({
    method: 'PUT',
    path: '/importar/:que/mapas',
    acceso: 'importar:ver',
    resumen: 'Recuerda cómo lee quien lo pide un archivo con estos títulos',
    params,
    body: z
      .strictObject(mapa)
      .refine(({ encabezado, claves }) => encabezado.length === claves.length, {
        error: 'A cada título le corresponde una columna, o ninguna.',
        path: ['claves'],
      }),
    response: z.object({ message: z.string() }),
  }),
  leer: endpoint({
    method: 'POST',
    path: '/importar/:que/leer',
    consulta: true,
    acceso: 'importar:ver',
    resumen: 'Cómo se leerán las primeras filas de un archivo; no guarda nada',
    params,
    body: z.strictObject({
      claves: z.array(z.string().max(120)).min(1).max(ARCHIVO.columnas),
      filas: z.array(z.array(z.string().max(200)).max(ARCHIVO.columnas)).max(MUESTRA),
      decimales,
    }),
    /** Each row's cells in the order of `claves`: as they are read, or why they cannot be. */
    response: z.array(z.array(z.object({ texto: z.string(), msg: z.string().nullable() }))),
  }),
  columnas: endpoint({
    method: 'GET',
    path: '/importar/:que/columnas',
    acceso: 'importar:ver',
    resumen: 'Columnas que puede tener un archivo, con sus palabras y un ejemplo',
    params,
    response: z.array(columna),
  }),
  probar: endpoint({
    method: 'POST',
    path: '/importar/:que/probar',
    pesada: true,
    acceso: 'importar:ver',
    resumen: 'Dice de cada fila qué pasaría al importarla; no guarda nada',
    params,
    query: z.strictObject(lectura),
    sube: ARCHIVO,
    body: archivoSubido,
    response: informe,
  }),
  importar: endpoint({
    method: 'POST',
    path: '/importar/:que',
    pesada: true,
    acceso: 'importar:crear',
    resumen: 'Crea lo que trae un archivo: todo o nada, o solo las filas correctas',
    params,
    query: z.strictObject({
      ...lectura,
      modo: z.enum(['todo', 'correctas'], { error: 'Elija todo o solo las correctas.' }),
      nombre: textoPlano(1, 120),
    }),
    sube: ARCHIVO,
    body: archivoSubido,
    /** `filas`: only the rows that were not created. */
    response: informe.extend({ message: z.string() }),
    dinero: true,
  }),
  avance: endpoint({
    method: 'GET',
    path: '/importar/marcha/:marcha',
    acceso: 'importar:ver',
    resumen: 'Cuántas filas van de una prueba o importación propia en curso',
    params: z.strictObject({ marcha }),
    response: z.object({ hechas: z.int(), total: z.int() }).nullable(),
  }),
  cancelar: endpoint({
    method: 'PUT',
    path: '/importar/marcha/:marcha/cancelar',
    acceso: 'importar:ver',
    resumen: 'Detiene una prueba o importación propia en curso: no queda nada de ella',
    params: z.strictObject({ marcha }),
    response: z.object({ cancelada: z.boolean() }),
  }),
} satisfies Contract
