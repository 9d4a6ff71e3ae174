import { DomainError } from '../../core/errors.ts'
import { CsvError, leerTabla, type Tabla, textoDe } from '../../core/texto/csv.ts'
import { type Quien, tiene } from '../../server/acceso/sesion.ts'
import type { Db } from '../../server/db/db.ts'
import type { ColumnaCampo, Que } from './contract/columnas.ts'
import { ARCHIVO } from './contract.ts'
import { DESTINOS } from './destinos.ts'
import { columnas } from './queries.ts'
import { faltaEncabezado, reconocer } from './rules/columnas.ts'
import { type Decimales, decimalesDe } from './rules.ts'

/** A file that was read, and the meaning of each of its columns; null for one that is not read. */
export interface Entero {
  tabla: Tabla
  claves: (string | null)[]
  known: (ColumnaCampo | null)[]
  decimales: Decimales | null
}

interface De {
  db: Db
  que: Que
  quien: Quien
  /** The decimal sign that was said; otherwise that of the file's own numbers. */
  decimales: Decimales | undefined
  /** The most rows. */
  filas: number
}

/**
 * Reads a file into columns of its kind, as a whole.
 * @throws DomainError SIN_PERMISO, ARCHIVO_ILEGIBLE, VALIDACION
 */
export async function leerEntero(de: De, archivo: Uint8Array): Promise<Entero> {
  const { db, que, quien } = de
  exigirDestino(quien, que)
  const tabla = tablaDe(archivo, de.filas)
  const there = await columnas(db, que)
  const claves = reconocer(tabla.encabezado, there)
  const errors = faltaEncabezado(claves, there).map((msg) => ({ msg }))
  if (errors.length > 0) throw new DomainError('VALIDACION', {}, errors)
  if (tabla.filas.length === 0) {
    throw new DomainError('ARCHIVO_ILEGIBLE', {
      motivo: 'El archivo no tiene filas debajo de los títulos.',
    })
  }
  const known = claves.map((clave) => there.find((each) => each.clave === clave) ?? null)
  const numbers = known.some((columna) => columna?.decimal)
    ? tabla.filas.flatMap(({ celdas }) => celdas.filter((_, n) => known[n]?.decimal))
    : []
  return { tabla, claves, known, decimales: de.decimales ?? decimalesDe(numbers) }
}

/** Who imports may also create one by hand. @throws DomainError SIN_PERMISO */
export function exigirDestino(quien: Quien, que: Que): void {
  const { permiso } = DESTINOS[que]
  if (!tiene(quien, permiso)) throw new DomainError('SIN_PERMISO', { permiso })
}

function tablaDe(archivo: Uint8Array, filas: number): Tabla {
  try {
    return leerTabla(textoDe(archivo), { filas, columnas: ARCHIVO.columnas })
  } catch (error) {
    throw error instanceof CsvError
      ? new DomainError('ARCHIVO_ILEGIBLE', { motivo: error.message })
      : error
  }
}
