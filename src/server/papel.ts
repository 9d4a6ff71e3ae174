import { timingSafeEqual } from 'node:crypto'
import { codigoDeBytes, codigoEscrito, type Papel } from '../core/documento/papel.ts'
import { type Afuera, type ClaveCasa, resumen } from './acceso/clave.ts'
import type { Db } from './db/db.ts'

/** A document's paper, and what became of the document since. */
export interface PapelLeido extends Papel {
  estado: string
  anulada: boolean
  /** Of a document that its client follows: what has happened so far, and whether more may. */
  pasos?: { paso: string; en: string }[]
  sigue?: boolean
}

/** Reads what the paper of a document says, by its id or number; null when there is none. */
export type LeePapel = (
  db: Db,
  cual: { id: number } | { numero: string },
) => Promise<PapelLeido | null>

/**
 * The verification code of a paper: a keyed digest of its number, kind, instant and amounts. Only the house's
 * key makes one, so a paper with another amount has no code, and a row that was altered no longer fits its papers.
 */
export function codigoDe(clave: ClaveCasa, papel: Papel): string {
  const amounts = (all: Papel['entrega']) => all.map(({ monto, simbolo }) => [monto, simbolo])
  const { numero, documento, fecha, entrega, recibe } = papel
  const said = JSON.stringify([numero, documento, fecha, amounts(entrega), amounts(recibe)])
  return codigoDeBytes(resumen(clave, 'papel', said))
}

/** Whether `escrito`, as typed, is the code of that paper. */
export function esCodigoDe(clave: ClaveCasa, papel: Papel, escrito: string): boolean {
  const right = Buffer.from(codigoDe(clave, papel))
  const given = Buffer.from(codigoEscrito(escrito))
  return right.length === given.length && timingSafeEqual(right, given)
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
