import type { Empresa, Filas, Sello } from './ticket.ts'

/** What an A5 sheet says, whoever draws it: the browser's print or a PDF. */
export interface Hoja {
  empresa: Empresa
  titulo: string
  numero: string
  fecha: string
  /** COPIA, ANULADA. */
  marcas: readonly string[]
  /** The amounts that change hands, in the largest type of the sheet. */
  manos: Filas
  filas: Filas
  /** Its payments, where it tells them one by one. */
  tabla?: TablaHoja
  /** Who signs, and what stands below his name. */
  firmas: Filas
  pie: string
  sello: Sello
}

/** The last column holds amounts. */
export interface TablaHoja {
  titulos: readonly string[]
  filas: readonly FilaHoja[]
}

export interface FilaHoja {
  clave: number
  celdas: readonly string[]
  /** In small print below the second cell. */
  aparte: readonly string[]
}
