import { sql } from 'kysely'
import { porBase } from '../../db/lote/lote.ts'
import type { Leida } from './guardadas.ts'

/** A branch of a house that has several. */
export interface Sucursal {
  id: number
  nombre: string
}

/** A session with its user, as the database has them. */
export interface SessionRow {
  sesion_id: number
  usuario_id: number
  usuario: string
  nombres: string
  apellidos: string
  correo: string
  rol_slug: string
  rol: string
  sucursal_id: number | null
  desvio_pct: string
  limite_usd: string | null
  permisos: string[]
  temporal: boolean
  segundo_factor: boolean
  exige_rol: boolean
  exige_casa: boolean
  sucursales: Sucursal[]
  /** His own branch, and those where he has an account in his charge. */
  ve: number[]
}

interface Hallada extends Leida<SessionRow> {
  /** Whether its last use was written less than a minute ago. */
  reciente: boolean
}

/**
 * The sessions of tokens by their digests, each read after it was asked for: those that are asked for while others are
 * read come with the next reading. `resta_ms`: until it must be read again, because its time is over, its use is due to
 * be written, or the old token of a refresh ends.
 */
export const halladas = porBase<Buffer, { hallada?: Hallada }>({
  maximo: 32,
  aLaVez: 3,
  paciencia: 50,
  claves: () => [],
  orden: () => 0,
  pedir: async (db, hashes) => {
    const { rows } = await sql<SessionRow & { n: number; reciente: boolean; resta_ms: number }>`
      SELECT s.*, x.sucursales, CASE WHEN x.sucursales = '[]' THEN '{}' ELSE sucursales_que_ve(s.usuario_id, s.sucursal_id) END AS ve
      FROM acceso_sesiones(${hashes}) s CROSS JOIN (SELECT acceso_sucursales() AS sucursales OFFSET 0) x`.execute(
      db,
    )
    const found = new Map(
      rows.map(({ n, reciente, resta_ms, ...fila }) => [n, { fila, reciente, resta_ms }]),
    )
    return hashes.map((_, i) => ({ hallada: found.get(i + 1) }))
  },
})
