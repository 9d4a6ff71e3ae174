import { timingSafeEqual } from 'node:crypto'
import {
  type CobroPapel,
  codigoDeBytes,
  codigoEscrito,
  type Figuras,
  type ImportePapel,
  type Papel,
} from '../core/documento/papel.ts'
import { type Afuera, type ClaveCasa, resumen } from './acceso/clave.ts'
import type { Db } from './db/db.ts'

/** A document's paper, and what became of the document since. */
export interface PapelLeido extends Papel {
  estado: string
  anulada: boolean
  /** Whether the house has what the client hands over; nothing else may be said to be received. */
  cobro: CobroPapel
  /** What its holder is warned of; null for nothing. */
  aviso: string | null
  /** What came and what lacks, while it is not what was agreed. */
  cuenta: (ImportePapel & { nombre: string })[]
  /** The amounts that its earlier papers say. */
  anteriores?: Anterior[]
  /** Of a document that its client follows: what has happened so far, and whether more may. */
  pasos?: { paso: string; en: string }[]
  sigue?: boolean
}

/** Amounts of a paper that was given out before, and what changed them, when. */
export interface Anterior extends Figuras {
  cambio: string
  en: string
}

/** Reads what the paper of a document says, by its id or number; null when there is none. */
export type LeePapel = (
  db: Db,
  cual: { id: number } | { numero: string },
) => Promise<PapelLeido | null>

/** What a paper's code is made from; `moneda`: by what it names a currency. */
function dicho(
  { numero, documento, fecha, entrega, recibe }: Papel,
  moneda: 'iso' | 'simbolo',
): string {
  const amounts = (all: Papel['entrega']) => all.map((one) => [one.monto, one[moneda]])
  return JSON.stringify([numero, documento, fecha, amounts(entrega), amounts(recibe)])
}

/**
 * The verification code of a paper: a keyed digest of its number, kind, instant and amounts. Only the house's
 * key makes one, so a paper with another amount has no code, and a row that was altered no longer fits its papers.
 */
export const codigoDe = (clave: ClaveCasa, papel: Papel): string =>
  codigoDeBytes(resumen(clave, 'papel', dicho(papel, 'iso')))

/**
 * Whether `escrito`, as typed, is the code of that paper. A symbol may be written another way at any time; the codes of
 * papers from before they had the ISO code were made with it.
 */
export function esCodigoDe(clave: ClaveCasa, papel: Papel, escrito: string): boolean {
  const given = Buffer.from(codigoEscrito(escrito))
  return (['iso', 'simbolo'] as const).some((moneda) => {
    const right = Buffer.from(codigoDeBytes(resumen(clave, 'papel', dicho(papel, moneda))))
    return right.length === given.length && timingSafeEqual(right, given)
  })
}

/**
 * Whether `escrito` is the code of what the document says, or of what its earlier papers said: then `antes` is
 * what they did. Null when it is the code of neither.
 */
export function reconocer(
  clave: ClaveCasa,
  papel: PapelLeido,
  escrito: string,
): { antes: Anterior | null } | null {
  if (esCodigoDe(clave, papel, escrito)) return { antes: null }
  const antes = papel.anteriores?.find(({ entrega, recibe }) =>
    esCodigoDe(clave, { ...papel, entrega, recibe }, escrito),
  )
  return antes ? { antes } : null
}

/** A handler's answer with the code that its paper prints; null passes through. */
export async function conCodigo<T extends { id: number }>(
  { db, afuera }: { db: Db; afuera: Afuera },
  lee: LeePapel,
  row: T | null,
): Promise<(T & { codigo: string }) | null> {
  const papel = row && (await lee(db, { id: row.id }))
  return papel && { ...row, codigo: codigoDe(afuera.clave, papel) }
}

/**
 * A row that was read with its paper, with the paper's code instead; null passes through. The instant is the row's own:
 * within JSON it is written in another way, and it is part of what the code says.
 */
export function firmada<P extends { fecha: string }, T extends { fecha: string; papel: P }>(
  { clave }: Afuera,
  armar: (leida: P) => Papel,
  row: T | null,
): (Omit<T, 'papel'> & { codigo: string }) | null {
  if (!row) return null
  const { papel, ...rest } = row
  return { ...rest, codigo: codigoDe(clave, armar({ ...papel, fecha: row.fecha })) }
}
