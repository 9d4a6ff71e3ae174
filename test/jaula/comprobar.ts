import { sql } from 'kysely'
import { verificar } from '../../src/main.libros.ts'
import type { Db } from '../../src/server/db/db.ts'
import type { Verificacion } from '../../src/server/verificar/verificar.ts'
import type { Historia } from './historia.ts'

export interface Contraste {
  /** Operations that were acknowledged but are not in the books. */
  perdidas: string[]
  /** Operations whose acknowledgement has other figures than the books. */
  cambiadas: string[]
  /** Operations that were refused but are in the books. */
  coladas: string[]
  /** Operations in the books that no client requested. */
  ajenas: string[]
  /** Operations without exactly one audit row of their registration. */
  sinAuditoria: string[]
  operaciones: number
}

export interface Hallazgos extends Contraste {
  /** The difference that `verificar` finds in the books; null when they are right. */
  libros: Verificacion['diferencia']
}

interface Fila {
  clave: string
  id: number
  numero: string
  monto: string
  contravalor: string
  auditorias: number
}

/** Compares the answers that the clients got with the database, and recomputes its books. */
export async function comprobar(db: Db, historia: Historia): Promise<Hallazgos> {
  const found = await contrastar(db, historia)
  return { ...found, libros: (await verificar(db)).diferencia }
}

/** Compares the answers that the clients got with the database. */
export async function contrastar(db: Db, { sucesos }: Historia): Promise<Contraste> {
  const { rows } = await sql<Fila>`
    SELECT o.clave, o.id, o.numero, round(o.monto, d.decimales)::text AS monto,
           round(o.contravalor, k.decimales)::text AS contravalor, count(a.id)::int AS auditorias
    FROM compras_ventas o JOIN monedas d ON d.id = o.divisa_id JOIN monedas k ON k.id = o.contramoneda_id
    LEFT JOIN auditoria a ON a.entidad = 'compras-ventas' AND a.entidad_id = o.id::text AND a.accion = 'registrar'
    GROUP BY o.id, d.decimales, k.decimales`.execute(db)
  const stored = new Map(rows.map((row) => [row.clave, row]))
  const asked = new Set(sucesos.map(({ clave }) => clave))
  const acked = sucesos.filter(({ fin }) => fin === 'ok')
  const differs = ({ clave, respuesta }: Historia['sucesos'][number]) => {
    const row = stored.get(clave)
    const fields = ['id', 'numero', 'monto', 'contravalor'] as const
    return row !== undefined && fields.some((field) => row[field] !== respuesta?.[field])
  }
  return {
    perdidas: acked.filter(({ clave }) => !stored.has(clave)).map(({ clave }) => clave),
    cambiadas: acked.filter(differs).map(({ clave }) => clave),
    coladas: sucesos
      .filter(({ fin, clave }) => fin === 'rechazado' && stored.has(clave))
      .map(({ clave }) => clave),
    ajenas: rows.filter(({ clave }) => !asked.has(clave)).map(({ clave }) => clave),
    sinAuditoria: rows.filter(({ auditorias }) => auditorias !== 1).map(({ numero }) => numero),
    operaciones: rows.length,
  }
}

/** The result of `comprobar` when nothing is wrong. */
export const LIMPIO = {
  perdidas: [],
  cambiadas: [],
  coladas: [],
  ajenas: [],
  sinAuditoria: [],
  libros: null,
} as const
